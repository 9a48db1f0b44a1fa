const DAY_MS = 24 * 60 * 60 * 1000;

/** The time that many days ago, or in the future when `days` is below zero. */
export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** The same time in the format of the records. */
export const isoDaysAgo = (days: number) => daysAgo(days).toISOString();

export const now = () => new Date().toISOString();
