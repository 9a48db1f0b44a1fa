/** A resource locator with an ID, or an expression for one. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });
