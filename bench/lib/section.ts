/** One table of the results. */
export type Section = {
  title: string;
  rows: {
    what: string;
    value: string;
    against: string;
    ratio?: number;
    mark?: string;
    met?: boolean;
    note?: string;
  }[];
};
