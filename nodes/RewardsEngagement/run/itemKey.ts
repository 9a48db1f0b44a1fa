import { isExpression } from 'n8n-workflow';

import type { Client } from '../api/client';
import type { OperationRequest } from '../api/request';
import { idempotencyKey, repeatProtection } from '../declare/options';
import { unsentProblem, type Problem } from '../errors';
import type { Part } from '../fields/composedText';
import { mayHaveLostDigits } from '../fields/number';
import type { ParameterReader } from '../fields/reader';
import { checkValue, hasText, isNothing } from '../fields/value';
import { fingerprintOf } from '../idempotency/fingerprint';
import { fullKey, type KeyScope } from '../idempotency/keyWords';
import type { KeyedItem, RunKeys } from '../idempotency/runKeys';
import type { TriggerEventResolver } from '../idempotency/triggerEventResolver';
import { dateText } from '../shared/dateText';
import type { RunSummary } from './hints';

/** Everything that the items of a run share. */
export interface Protecting {
	client: Pick<Client, 'connection'>;
	parameters: ParameterReader;
	events: TriggerEventResolver;
	keys: Pick<RunKeys, 'own'>;
	summary: Pick<RunSummary, 'eventless'>;
	nodeId: string;
}

/**
 * The key of an item, if it needs one. It needs one if the user chose keys. With automatic protection, it needs one
 * if its effect is `once`.
 *
 * @param realmId of the request, by default the credential's
 * @throws {Problem} if the parameters do not give a key
 */
export function keyedItem(
	{ client, parameters, events, keys, summary, nodeId }: Protecting,
	itemIndex: number,
	request: OperationRequest,
	realmId: unknown,
): KeyedItem | undefined {
	const protection = parameters.field('repeatProtection', repeatProtection, itemIndex);
	if (protection === 'off' || (protection === 'automatic' && request.policy.effect !== 'once')) {
		return undefined;
	}
	const { baseUrl, realmId: usual } = client.connection;
	const scope: KeyScope = { nodeId, baseUrl, realmId: typeof realmId === 'string' ? realmId : usual };
	const fingerprint = fingerprintOf(request);
	if (protection === 'key') {
		const key = fullKey(keyWords(parameters, itemIndex), scope);
		return { itemIndex, isNumbered: false, delivery: '', fingerprint, keyOf: () => key };
	}
	const event = events.of(itemIndex);
	if (event === undefined && keys.own.runIndex === 0 && !events.isLeftOut)
		summary.eventless ??= events.mayBeHidden ? 'called' : 'started';
	const kind = `${event?.id ?? keys.own.data.saved.origin} ${fingerprint}`;
	const first = fullKey(kind, scope);
	const keyOf = (number: number) => (number === 1 ? first : fullKey(`${kind} #${number}`, scope));
	return { itemIndex, isNumbered: true, isOwn: !event, delivery: event?.delivery ?? '', keyOf };
}

/** The user's key for an item, with its expressions evaluated. */
function keyWords(parameters: ParameterReader, itemIndex: number): string {
	const parts = parameters.partsOf('idempotencyKey', itemIndex);
	const isEmpty = parts?.every((part) => isNothing('text' in part ? part.text : part.value));
	const words =
		parts && !isEmpty
			? checkValue(idempotencyKey, wordsOf(parts), {})
			: parameters.field('idempotencyKey', idempotencyKey, itemIndex);
	checkWords(words, parameters.written('idempotencyKey'));
	return words;
}

/**
 * The text of a composed key. Refuses an empty part: "order-" would be the key of every order without an ID.
 *
 * @throws {Problem} naming the part
 */
function wordsOf(parts: readonly Part[]): string {
	return parts
		.map((part) => {
			if ('text' in part) return part.text;
			if (mayHaveLostDigits(part.value)) throw hasLostDigits(part.code);
			if (!hasText(part.value)) throw isBlank(part.code);
			return dateText(part.value) ?? String(part.value);
		})
		.join('');
}

/**
 * Refuses the text of a key that shows that a value was missing.
 *
 * @param written the parameter as the user wrote it
 * @throws {Problem} naming it
 */
function checkWords(words: string, written: unknown): void {
	if (isExpression(written) && !hasText(words)) throw isBlank(written.slice(1));
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
