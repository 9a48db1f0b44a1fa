const DAY_MS = 24 * 60 * 60 * 1000;

/** A moment that many days ago; in the future when `days` is below zero. */
export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** The same as the documents write it. */
export const isoDaysAgo = (days: number) => daysAgo(days).toISOString();

export const now = () => new Date().toISOString();
