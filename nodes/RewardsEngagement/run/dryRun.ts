import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest } from '../api/request';
import type { SharedRequest } from '../errors/serviceProblem';
import type { Preview } from './previewItems';

const PROTECTED: Record<Preview['wouldBe'], { wouldBe: string; reason?: string }> = {
	sent: { wouldBe: 'sent' },
	skipped: { wouldBe: 'skipped' },
	refusedAsOpen: {
		wouldBe: 'refused',
		reason: 'An earlier run with this key may have been applied, so nothing would be sent',
	},
	refusedAsOther: {
		wouldBe: 'refused',
		reason: 'This key was used for another request, so nothing would be sent',
	},
	unknown: {
		wouldBe: 'unknown',
		reason: 'Other processes of this n8n use the keys too, so they are not asked without sending',
	},
};

/**
 * What an item of a dry run gives: the request that would be sent, without what authenticates it, and what repeat
 * protection would do with it.
 *
 * @param secrets values of the request that no item may show
 * @param preview nothing where no key would be used
 * @param request that it would share with other items
 */
export function dryRunItem(
	{ method, path, query, body }: ApiRequest,
	secrets: ReadonlySet<unknown>,
	preview: Preview | undefined,
	request?: SharedRequest,
): IDataObject {
	const given = Object.entries({ query: shown(query, secrets), body: shown(body, secrets) });
	return {
		dryRun: true,
		...protection(preview),
		method,
		path: path.text,
		...(request && { request: { ...request } }),
		...(Object.fromEntries(given.filter(([, held]) => held !== undefined)) as IDataObject),
	};
}

function protection(preview: Preview | undefined): IDataObject {
	if (!preview) return { wouldBe: 'sent' };
	const { key, wouldBe, first } = preview;
	if (wouldBe !== 'skipped') return { ...PROTECTED[wouldBe], idempotencyKey: key };
	const who = first ? 'Another item of this execution' : 'An earlier run';
	const does = first ? 'has the same key' : 'did this under the same key';
	return {
		wouldBe,
		reason: `${who} ${does}, so nothing would be sent`,
		idempotencyKey: key,
		firstRun: first ? { execution: 'this', ...first } : { execution: 'earlier' },
	};
}

/** As JSON has it: what is `undefined` is not sent. */
function shown(value: unknown, secrets: ReadonlySet<unknown>): unknown {
	if (secrets.has(value)) return '[hidden]';
	if (Array.isArray(value)) return value.map((part) => shown(part, secrets));
	if (typeof value !== 'object' || value === null) return value;
	const parts = Object.entries(value)
		.filter(([, part]) => part !== undefined)
		.map(([name, part]) => [name, shown(part, secrets)]);
	return Object.fromEntries(parts);
}
