/** If a check was not possible, `ok` and `checked` are false. If it does not apply, only `checked` is false. */
export type Finding = Record<'ok' | 'checked', boolean> & Record<'seen' | 'advice', string>;

export const good = (seen: string, advice = ''): Finding => ({ ok: true, checked: true, seen, advice });
export const bad = (seen = '', advice = ''): Finding => ({ ok: false, checked: true, seen, advice });
export const unused = (seen: string): Finding => ({ ok: true, checked: false, seen, advice: '' });
export const unchecked = (why = ''): Finding => ({ ...bad(`Not checked: ${why}`), checked: false });
