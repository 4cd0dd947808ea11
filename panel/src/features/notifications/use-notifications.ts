import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { sessionQuery } from '../../lib/permission.ts';
import { settingsQuery } from '../../lib/provider.ts';
import { emailOf } from '../../lib/session.ts';
import { collect } from './collect.ts';
import { fetchPosts } from './feed.ts';
import { keep, markRead, onKept, readKept, storedText } from './kept.ts';
import type { Notification } from './notification.ts';

const feedStaleMs = 15 * 60_000;

/** A feed's posts. A feed that cannot be asked says nothing, to anybody. */
const useFeed = (feed: string | undefined) =>
  useQuery({
    queryKey: ['feed', feed] as const,
    queryFn: ({ signal }) => fetchPosts(feed ?? '', signal),
    enabled: feed !== undefined,
    staleTime: feedStaleMs,
    refetchInterval: feedStaleMs,
    retry: false,
  }).data ?? null;

type Notifications = { items: Notification[]; markRead: (id?: string) => void };

/** The notifications of whoever is signed in, brought up to date as long as anything shows them. */
export function useNotifications(): Notifications {
  const { data: session } = useQuery(sessionQuery());
  const { data: settings } = useQuery({ ...settingsQuery(), staleTime: Infinity });
  const blog = useFeed(settings?.feeds.blog);
  const help = useFeed(settings?.feeds.help);
  const email = session && emailOf(session);
  const alerts = session?.client.alerts;
  useEffect(() => {
    if (email === undefined || alerts === undefined) return;
    keep(email, collect(readKept(email), { alerts, blog, help }, email, window.location.origin));
  }, [email, alerts, blog, help]);
  useSyncExternalStore(onKept, storedText);
  if (email === undefined) return { items: [], markRead: () => {} };
  return { items: readKept(email), markRead: (id) => markRead(email, id) };
}
