import type { Activity } from '@headwater/contract/activity/schema';

type Deed = Pick<Activity, 'actor' | 'action' | 'object'>;
type Words = {
  /** What was done, up to the name of what it was done to. */
  deed: string;
  /** The name, where it says more than the deed. */
  name: string | null;
};

/** What a thing is called in a sentence, where that is not its type's own word. */
const things: Record<string, string> = {
  'api-key': 'API key',
  'dynamic-url': 'dynamic URL',
  email: 'e-mail address',
};

/** Deeds whose words do not follow from their name. */
const deeds: Record<string, string> = {
  'account.registered': 'opened account',
  'account.verified': 'verified the address',
  'account.verification-sent': 'had the verification sent to',
  'contact.resumed': 'let in again contact',
  'domain.change-undone': 'undid the last change of domain',
  'domain.checked': 'checked the name servers of domain',
  'domain.confirmed': 'confirmed the name servers of domain',
  'domain.exported': 'exported the zone of domain',
  'domain.records-copied': 'copied records to domain',
  'domain.records-deleted': 'deleted records of domain',
  'domain.records-disabled': 'disabled records of domain',
  'domain.records-enabled': 'enabled records of domain',
  'domain.signed': 'switched on DNSSEC of domain',
  'domain.ttls-changed': 'changed TTLs of domain',
  'domain.unconfirmed': 'took back that the name servers are ours for domain',
  'domain.unsigned': 'switched off DNSSEC of domain',
  'domain.zone-imported': 'imported a zone file into domain',
  'email.changed': 'changed the e-mail address of',
  'email.change-requested': 'asked to change the e-mail address of',
  'invitation.accepted': 'accepted the invitation as',
  'invitation.sent': 'sent the invitation again to',
  'password.changed': 'changed the password of',
  'password.reset': 'reset the password of',
  'profile.changed': 'changed the name of',
  'record.proxied': 'put behind the edges record',
  'record.unproxied': 'took from behind the edges record',
  'session.confirmed': 'gave the password once more from',
  'session.others-ended': 'ended all other sessions of',
  'two-step.disabled': 'switched off two-step sign-in of',
  'two-step.enabled': 'switched on two-step sign-in of',
  'two-step.prepared': 'began to set up two-step sign-in of',
  'two-step.recovery-code-used': 'used a recovery code of',
  'two-step.recovery-codes-made': 'made new recovery codes of',
  'zone.purged': 'purged files of zone',
};

const wordOf = (part: string) => things[part] ?? part.replaceAll('-', ' ');

/**
 * A deed in words: `zone.created` is «created zone», `service.status-changed` is «changed the status of service». A deed
 * that is new to this panel reads well as long as its name ends in what was done.
 */
export function actionWords({ actor, action, object }: Deed): Words {
  if (action === 'session.started') return { deed: 'signed in', name: null };
  if (action === 'activity.exported') return { deed: 'exported the activity log', name: null };
  if (action === 'session.ended') {
    if (object.type === 'session') return { deed: 'ended a session', name: `(${object.name})` };
    return { deed: 'ended the sessions of', name: object.name };
  }
  const [thing = '', done = ''] = action.split('.');
  const [, what, verb] = /^(?:(.+)-)?([^-]+)$/.exec(done) ?? [];
  const made = what ? `${verb} the ${wordOf(what)} of ${wordOf(thing)}` : `${verb ?? done} ${wordOf(thing)}`;
  const deed = deeds[action] ?? made;
  const toOneself = object.type === 'person' && object.name === actor.name;
  return toOneself ? { deed: deed.replace(/ of$/, ''), name: null } : { deed, name: object.name };
}

/** A kind of thing, for the list to choose from. */
export function typeWords(type: string): string {
  const word = wordOf(type);
  return word.charAt(0).toUpperCase() + word.slice(1);
}
