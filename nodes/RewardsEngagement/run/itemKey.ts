import { isExpression } from 'n8n-workflow';

import type { OperationRequest } from '../api/request';
import { idempotencyKey, repeatProtection } from '../declare/options';
import { unsentProblem, type Problem } from '../errors';
import type { Part } from '../fields/composedText';
import { mayHaveLostDigits } from '../fields/number';
import { RecordName } from '../fields/field';
import type { ParameterReader } from '../fields/reader';
import { checkValue, hasText, isNothing } from '../fields/value';
import { fingerprintOf, fullKey, type KeyScope } from '../once/key';
import type { KeyedItem, PlacedItem } from '../once/runKeys';
import { dateText } from '../shared/times';
import { keyText } from '../shared/characters';
import { yieldToEventLoop } from '../shared/yieldToEventLoop';
import { codeIn } from './hints';
import type { AnyJob, Draft, Job, Run } from './job';

/**
 * The key of an item, if it needs one. It needs one if the user chose keys. With automatic protection, it needs one
 * if its effect is `once`.
 *
 * @throws {Problem} if the parameters do not give a key
 */
export function keyedItem(
	{ context, parameters, events, keys, results }: Run,
	asked: Pick<Draft, 'itemIndex' | 'client' | 'operation' | 'values'>,
	request: OperationRequest,
): KeyedItem | undefined {
	const protection = parameters.field('repeatProtection', repeatProtection, asked.itemIndex);
	if (protection === 'off' || (protection === 'automatic' && request.policy.effect !== 'once')) {
		return undefined;
	}
	const { itemIndex, client } = asked;
	const { realmId, connection } = client;
	const scope: KeyScope = { nodeId: context.getNode().id, baseUrl: connection.baseUrl, realmId };
	const fingerprint = fingerprintOfItem(asked, request);
	if (protection === 'key') {
		results.summary.isByKey = true;
		const words = seen(keyWords(parameters, itemIndex));
		if (HALF_CHARACTER.test(words)) throw isCut();
		const key = fullKey(words, scope);
		return { itemIndex, isNumbered: false, delivery: '', fingerprint, keyOf: () => key };
	}
	const event = events.of(itemIndex);
	results.summary.isOfEvent = results.summary.isOfEvent !== false && event !== undefined;
	if (!event && keys.isUnkept) results.summary.isUnkept = true;
	const kind = `${event?.id ?? `execution ${keys.origin}`} ${fingerprint}`;
	const first = fullKey(kind, scope);
	const keyOf = (number: number) => (number === 1 ? first : fullKey(`${kind} #${number}`, scope));
	return { itemIndex, isNumbered: true, isOwn: !event, delivery: event?.delivery ?? '', keyOf };
}

/**
 * Leaves out the items whose key another item of the run has for a different request, such as a fixed key in a list.
 * Otherwise the first one would be paid, and the others refused. If the key was used before, its claim says more.
 */
export async function withoutSharedKeys(run: Run, jobs: AnyJob[]): Promise<AnyJob[]> {
	const { results, keys, context } = run;
	if (!results.summary.isByKey) return jobs;
	const uses = new Map<string, Array<{ job: Job; item: PlacedItem }>>();
	for (const job of jobs) {
		await yieldToEventLoop();
		const item = job.client && (job.key ?? job.shownKey);
		if (!item || item.isNumbered || item.isDone) continue;
		const use = uses.get(item.key) ?? [];
		use.push({ job, item });
		uses.set(item.key, use);
	}
	const refused = new Set<number>();
	for (const [key, use] of uses) {
		await yieldToEventLoop();
		const [first] = use as [(typeof use)[number]];
		const isShared = use.some(({ item }) => item.fingerprint !== first.item.fingerprint);
		if (!isShared || !(await keys.isUnused(use.map(({ item }) => item)))) continue;
		const all = use.length === context.getInputData().length ? 'All ' : '';
		const problem = isSharedKey(
			`${all}${use.length}`,
			key,
			differingPart(
				run,
				use.map(({ job }) => job),
			),
		);
		for (const { item } of use) {
			await yieldToEventLoop();
			results.fail(item.itemIndex, problem);
			refused.add(item.itemIndex);
		}
	}
	return refused.size === 0 ? jobs : jobs.filter(({ itemIndex }) => !refused.has(itemIndex));
}

/** The expression of the first parameter that differs between jobs. */
function differingPart({ parameters }: Run, jobs: readonly Job[]): string {
	const [first] = jobs as readonly [Job];
	const differing = Object.keys(first.values).find((name) => {
		const value = JSON.stringify(first.values[name]);
		return jobs.some(({ values }) => JSON.stringify(values[name]) !== value);
	});
	const [code = '{{ $json.email }}'] = differing === undefined ? [] : codeIn(parameters, differing);
	return code;
}

/** The most characters of a key in a message. */
const SHOWN_OF_KEY = 80;

function isSharedKey(count: string, key: string, differing: string): Problem {
	const words = key.slice(0, key.lastIndexOf('@'));
	const shown = words.length > SHOWN_OF_KEY ? `${words.slice(0, SHOWN_OF_KEY)}…` : words;
	return unsentProblem(
		`${count} items have the key "${shown}", but they are different requests`,
		`Add to the key what differs, such as ${differing}. Nothing was sent.`,
	);
}

/**
 * A hash of what the item asks, before any record is looked up. So an email stays an email, even if it belongs to
 * another member by the time of a retry.
 */
function fingerprintOfItem(
	{ operation, values }: Pick<Draft, 'operation' | 'values'>,
	request: OperationRequest,
): string {
	const named = Object.entries(values).filter(([, value]) => value instanceof RecordName);
	if (named.length === 0) return fingerprintOf(request);
	const texts = named.map(([field, value]) => {
		const { type, text } = value as RecordName;
		return [field, `${type} ${seen(type === 'email' ? text.toLowerCase() : text)}`];
	});
	return fingerprintOf(operation.request({ ...values, ...(Object.fromEntries(texts) as object) }));
}

/** The user's key for an item. Refuses an empty part: "order-" would be the key of every order without an ID. */
function keyWords(parameters: ParameterReader, itemIndex: number): string {
	const parts = parameters.partsOf('idempotencyKey', itemIndex);
	const isEmpty = parts?.every((part) => isNothing('text' in part ? part.text : part.value));
	if (parts && !isEmpty) return checkValue(idempotencyKey, parts.map(wordsOf).join(''), {});
	const words = parameters.field('idempotencyKey', idempotencyKey, itemIndex);
	const written = parameters.written('idempotencyKey');
	if (isExpression(written) && !hasText(words)) throw isBlank(written.slice(1));
	return words;
}

/** @throws {Problem} naming the part that is missing or unclear */
function wordsOf(part: Part): string {
	if ('text' in part) return part.text;
	if (mayHaveLostDigits(part.value)) throw hasLostDigits(part.code);
	if (!hasText(part.value)) throw isBlank(part.code);
	return dateText(part.value) ?? String(part.value);
}

/** Text in which nothing can be invisible or decomposed. */
const PLAIN = /^[ -~]*$/;

const seen = (text: string) => (PLAIN.test(text) ? text : keyText(text));

/** Half an emoji, which n8n's store cannot tell from half of another one. */
const HALF_CHARACTER = /\p{Cs}/u;

function isCut(): Problem {
	return unsentProblem(
		'The key has half a character',
		'An expression cut it inside an emoji, so two items could share one key. Correct the expression. Nothing was sent.',
	);
}

/** If two order numbers were rounded to the same number, only one order would be paid. */
function hasLostDigits(part: string): Problem {
	return unsentProblem(
		`Part of the key is a number that may have lost digits: ${part}`,
		'Two items could share one key. Make it text where it comes from. Nothing was sent.',
	);
}

function isBlank(part: string): Problem {
	return unsentProblem(
		`Part of the key is empty for this item: ${part.trim()}`,
		'Without this part, two items could share one key. Correct the expression. Nothing was sent.',
	);
}
