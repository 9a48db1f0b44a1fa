import { shownText } from '../../run/listSearch';
import { isRecord } from '../../shared/json';

/** Characters of a part's settings that its name holds. */
const SHOWN = 80;

/** A part of a task has no name: its type, and the beginning of its settings, tell it from its like. */
export function partName({
	type,
	config,
	id,
}: { readonly [Name in 'type' | 'config' | 'id']: unknown }): string {
	const settings = isRecord(config) ? JSON.stringify(config) : '';
	const shown = settings.length > SHOWN ? `${settings.slice(0, SHOWN)}…` : settings;
	return [shownText(type) || String(id), shown].filter(Boolean).join(' ');
}
