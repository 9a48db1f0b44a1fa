import { isExpression } from 'n8n-workflow';

import type { OperationRequest } from '../api/request';
import { idempotencyKey, repeatProtection } from '../declare/options';
import { unsentProblem, type Problem } from '../errors';
import type { Part } from '../fields/composedText';
import { mayHaveLostDigits } from '../fields/number';
import type { ParameterReader } from '../fields/reader';
import { checkValue, hasText, isNothing } from '../fields/value';
import { fingerprintOf } from '../idempotency/fingerprint';
import { fullKey, type KeyScope } from '../idempotency/keyWords';
import type { KeyedItem } from '../idempotency/runKeys';
import { dateText } from '../shared/dateText';
import type { Draft, Run } from './job';

/**
 * The key of an item, if it needs one. It needs one if the user chose keys. With automatic protection, it needs one
 * if its effect is `once`.
 *
 * @throws {Problem} if the parameters do not give a key
 */
export function keyedItem(
	{ context, parameters, events, keys, results }: Run,
	{ itemIndex, client }: Pick<Draft, 'itemIndex' | 'client'>,
	request: OperationRequest,
): KeyedItem | undefined {
	const protection = parameters.field('repeatProtection', repeatProtection, itemIndex);
	if (protection === 'off' || (protection === 'automatic' && request.policy.effect !== 'once')) {
		return undefined;
	}
	const { realmId, connection } = client;
	const scope: KeyScope = { nodeId: context.getNode().id, baseUrl: connection.baseUrl, realmId };
	const fingerprint = fingerprintOf(request);
	if (protection === 'key') {
		const key = fullKey(keyWords(parameters, itemIndex), scope);
		return { itemIndex, isNumbered: false, delivery: '', fingerprint, keyOf: () => key };
	}
	const event = events.of(itemIndex);
	if (event === undefined && keys.own.runIndex === 0 && !events.isLeftOut)
		results.summary.eventless ??= events.mayBeHidden ? 'called' : 'started';
	const kind = `${event?.id ?? keys.own.data.saved.origin} ${fingerprint}`;
	const first = fullKey(kind, scope);
	const keyOf = (number: number) => (number === 1 ? first : fullKey(`${kind} #${number}`, scope));
	return { itemIndex, isNumbered: true, isOwn: !event, delivery: event?.delivery ?? '', keyOf };
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
