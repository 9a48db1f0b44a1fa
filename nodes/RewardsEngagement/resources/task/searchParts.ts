import { recordSearch, shownText } from '../../declare/listSearch';
import type { ListSearchMethod } from '../../declare/resource';
import type { Operation } from '../../declare/operation';
import { isRecord } from '../../shared/json';
import type { taskAction } from './record';

/** Lists the actions, conditions or triggers of the chosen task. */
export function searchParts(what: string, operation: Operation<typeof taskAction>): ListSearchMethod {
	return recordSearch({ what, operation, follows: ['questId', 'taskId'], nameOf: partName });
}

/** How much of a part's settings its label shows. In characters. */
const SHOWN = 80;

/** The label of a part of a task. A part has no name, so its type and the start of its settings identify it. */
function partName({ type, config, id }: { readonly [Name in 'type' | 'config' | 'id']: unknown }): string {
	const settings = isRecord(config) ? JSON.stringify(config) : '';
	const shown = settings.length > SHOWN ? `${settings.slice(0, SHOWN)}…` : settings;
	return [shownText(type) || String(id), shown].filter(Boolean).join(' ');
}
