import type { Settings } from './settings.ts';

/** What an operator who runs this for customers has probably forgotten. The demo may be as it likes. */
export function setupWarnings({
  publicUrl,
  trustProxy,
  demoOrigin,
  smtpUrl,
  areNameserversGuessed,
  nameservers,
}: Pick<
  Settings,
  'publicUrl' | 'trustProxy' | 'demoOrigin' | 'smtpUrl' | 'areNameserversGuessed' | 'nameservers'
>): string[] {
  if (demoOrigin !== null) return [];
  const warnings: string[] = [];
  // Headwater itself speaks HTTP: something that speaks HTTPS stands before it.
  if (publicUrl.startsWith('https:') && !trustProxy) {
    warnings.push(
      'HEADWATER_PUBLIC_URL is https, so a proxy stands before the panel, but HEADWATER_TRUST_PROXY is not set: all customers seem to come from the proxy’s address, and share its limits. Set HEADWATER_TRUST_PROXY=1 if the proxy sets X-Forwarded-For.',
    );
  }
  if (smtpUrl === null) {
    warnings.push(
      'HEADWATER_SMTP_URL is not set: no message is sent, each becomes a file in the folder outbox. Without mail nobody can sign up or set a new password.',
    );
  }
  if (areNameserversGuessed) {
    warnings.push(
      `HEADWATER_NAMESERVERS is not set: customers are told to enter ${nameservers.join(' and ')} at their registrar. Set it to the names that point to your DNS nodes.`,
    );
  }
  return warnings;
}
