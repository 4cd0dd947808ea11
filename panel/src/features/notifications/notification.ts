/** Something to know about the account, or a post. Kept in this browser, for each e-mail address of its own. */
export type Notification = {
  id: string;
  link: string | null;
  linkText: string | null;
  message: string;
  severity: 'info' | 'warning' | 'danger' | 'blogs' | 'helps';
  read: boolean;
  /** The tab it stands under beside All; null for what stands there alone. */
  type: 'Invoice' | 'Help' | 'Blog' | null;
  email: string;
};

export const tabs = ['All', 'Invoice', 'Help', 'Blog'] as const;
export type Tab = (typeof tabs)[number];

export const under = (tab: Tab, all: readonly Notification[]): Notification[] =>
  all.filter(({ type }) => tab === 'All' || type === tab);

export const isUnread = ({ read }: Notification): boolean => !read;
