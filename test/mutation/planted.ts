/** A defect that breaks a promise of the documentation, and the test of every change that notices it. */
export interface PlantedDefect {
	/** A page, and words in it. */
	promise: readonly [page: string, words: string];
	/** A file in nodes/RewardsEngagement, and a text that is there once. */
	file: string;
	from: string;
	to: string;
	/** What is then wrong. */
	effect: string;
	/** The test file that fails. */
	noticedBy: string;
}

const README = 'README.md';
const OUTCOMES = 'docs/outcomes.md';
const TRIGGER = 'docs/trigger.md';

/** One for each promise that a workflow relies on. `npm run mutation -- --planted` plants each of them. */
export const planted: readonly PlantedDefect[] = [
	{
		promise: [README, 'It sends up to 100 items in one request'],
		file: 'run/windows.ts',
		from: 'const MAX_ENTRIES = 100;',
		to: 'const MAX_ENTRIES = 101;',
		effect: 'A request has more entries than the service accepts',
		noticedBy: 'test/engine/bulk/bulk.test.ts',
	},
	{
		promise: [README, '(idempotency) is on by default'],
		file: 'declare/options.ts',
		from: "default: 'automatic',",
		to: "default: 'off',",
		effect: 'A new node has no protection',
		noticedBy: 'test/project/generate.test.ts',
	},
	{
		promise: [README, 'It covers retries of an execution and redelivered events'],
		file: 'run/itemKey.ts',
		from: '`${event?.id ?? `execution ${keys.origin}`} ${fingerprint}`',
		to: '`execution ${keys.origin} ${fingerprint}`',
		effect: 'A redelivered event pays again',
		noticedBy: 'test/engine/keys/idempotencyKey.test.ts',
	},
	{
		promise: ['docs/money.md', 'It sends nothing that changes data'],
		file: 'run/send.ts',
		from: 'if (first.isDryRun) return await showUnit(run, jobs, end);',
		to: 'if (first.isDryRun && !first.isBulk) return await showUnit(run, jobs, end);',
		effect: 'A dry run of many members pays them',
		noticedBy: 'test/engine/limits/dryRun.test.ts',
	},
	{
		promise: ['docs/money.md', 'Maximum Total per Execution'],
		file: 'run/limits.ts',
		from: 'if (!highest || !before.plus(sum).isAbove(highest)) return undefined;',
		to: 'if (!highest || !sum.isAbove(highest)) return undefined;',
		effect: 'Each batch of a loop may spend the whole limit',
		noticedBy: 'test/engine/limits/maximumTotal.test.ts',
	},
	{
		promise: [README, 'a conflict or a server error leaves the outcome of a payment *unknown*'],
		file: 'api/outcome.ts',
		from: 'new Set([400, 401, 403, 404, 405, 407, 411,',
		to: 'new Set([400, 401, 403, 404, 405, 407, 409, 411,',
		effect: 'A conflict counts as not applied',
		noticedBy: 'test/engine/outcomes/paymentOutcomes.test.ts',
	},
	{
		promise: [README, 'The node does not send the payment again'],
		file: 'api/retry.ts',
		from: "return effect !== 'once' || result.reached === 'never';",
		to: 'return true;',
		effect: 'A payment is repeated after a broken connection',
		noticedBy: 'test/engine/outcomes/transfer.test.ts',
	},
	{
		promise: [README, 'Reads and idempotent updates are retried'],
		file: 'api/retry.ts',
		from: 'return status === 408 || status === 429 || status >= 500;',
		to: 'return status === 408 || status === 429;',
		effect: 'A read fails with the first 503',
		noticedBy: 'test/engine/troubles/failures.test.ts',
	},
	{
		promise: [README, 'A payment is retried only after 429'],
		file: 'api/retry.ts',
		from: "if (effect === 'once') return status === 429;",
		to: "if (effect === 'once') return status === 429 || status === 503;",
		effect: 'A payment is repeated after a 503',
		noticedBy: 'test/engine/outcomes/paymentOutcomes.test.ts',
	},
	{
		promise: [README, 'Unpublishing removes it'],
		file: 'trigger/lifecycle.ts',
		from: '	await clear(context, stored, isByHand, OWN_REALM_MS);\n',
		to: '',
		effect: 'The webhook stays at the service',
		noticedBy: 'test/engine/trigger/triggerRegistration.test.ts',
	},
	{
		promise: [OUTCOMES, 'A 204 without a body also confirms it'],
		file: 'api/outcome.ts',
		from: "result.text === '' ? result.status === 204 : confirms(result.body)",
		to: "result.text !== '' && confirms(result.body)",
		effect: 'A payment that was made is unknown',
		noticedBy: 'test/engine/outcomes/paymentOutcomes.test.ts',
	},
	{
		promise: [OUTCOMES, 'a 200 without a body, or a response that does not confirm the change'],
		file: 'api/outcome.ts',
		from: "result.text === '' ? result.status === 204 :",
		to: "result.text === '' ? true :",
		effect: 'The empty page of a proxy counts as a payment',
		noticedBy: 'test/engine/outcomes/paymentOutcomes.test.ts',
	},
	{
		promise: [OUTCOMES, 'or `success`, `ok` or `applied` that is false'],
		file: 'api/outcome.ts',
		from: '		if (YES_OR_NO.has(word) && isNo(held)) return true;\n',
		to: '',
		effect: 'A denial counts as a payment',
		noticedBy: 'test/engine/outcomes/paymentOutcomes.test.ts',
	},
	{
		promise: [OUTCOMES, 'unless it is a word such as `failed` or `queued`'],
		file: 'api/outcome.ts',
		from: '/^(queued|fail|failed|',
		to: '/^(queued|fail|',
		effect: 'A failed change counts as applied',
		noticedBy: 'test/engine/outcomes/paymentOutcomes.test.ts',
	},
	{
		promise: [OUTCOMES, 'if it says that the payment was made, such as "Points awarded"'],
		file: 'api/outcome.ts',
		from: 'return !DONE_MESSAGE.test(text) || NOT_DONE_MESSAGE.test(text);',
		to: 'return NOT_DONE_MESSAGE.test(text);',
		effect: 'Any message counts as a payment',
		noticedBy: 'test/engine/outcomes/paymentOutcomes.test.ts',
	},
	{
		promise: [OUTCOMES, 'A bulk request for members is applied as a whole or not at all'],
		file: 'run/bulk.ts',
		from: '			await sendBulk(jobs.slice(0, middle), run, end);\n',
		to: '',
		effect: 'Half of a split request is never sent',
		noticedBy: 'test/engine/bulk/bulk.test.ts',
	},
	{
		promise: [OUTCOMES, 'Also a refusal of [several member credentials]'],
		file: 'run/bulk.ts',
		from: "	if (bulk.refused !== undefined) return 'unknown';\n",
		to: '',
		effect: 'Credentials that may have been paid are paid again',
		noticedBy: 'test/engine/bulk/bulkAnswers.test.ts',
	},
	{
		promise: [OUTCOMES, 'Secrets are removed'],
		file: 'api/hide.ts',
		from: "if (typeof value === 'string') return hide(value);",
		to: "if (typeof value === 'string') return value;",
		effect: 'An item shows the API key that the service quotes',
		noticedBy: 'test/engine/outcomes/errors.test.ts',
	},
	{
		promise: [OUTCOMES, '`idempotencyKey` is there if a key is kept because the outcome is unknown'],
		file: 'run/keyedResult.ts',
		from: 'advice, idempotencyKey: key?.key }',
		to: 'advice }',
		effect: 'A person cannot settle the key',
		noticedBy: 'test/engine/keys/openKeys.test.ts',
	},
	{
		promise: [OUTCOMES, 'A failed item keeps its fields and files'],
		file: 'host/failedItem.ts',
		from: '...(binary && { binary }), ',
		to: '',
		effect: 'The error output loses the files',
		noticedBy: 'test/engine/outcomes/failedItems.test.ts',
	},
	{
		promise: [OUTCOMES, 'it does not repeat items that were or may have been applied'],
		file: 'run/run.ts',
		from: "'problem' in result && result.problem.told.outcome === 'notApplied';\n",
		to: "'problem' in result;\n",
		effect: 'Retry On Fail repeats a payment of unknown outcome',
		noticedBy: 'test/engine/retries/retryOnFail.test.ts',
	},
	{
		promise: [OUTCOMES, 'Unknown fields are kept'],
		file: 'declare/response.ts',
		from: 'return records ? records.map(toJson)',
		to: `const keys = shape.kind === 'list' ? declaredFields(shape.record) : undefined;
	const known = (one: unknown) => Object.entries(one as object).filter(([name]) => keys?.includes(name) ?? true);
	return records ? records.map((one) => toJson(Object.fromEntries(known(one))))`,
		effect: 'A list drops new fields of the service',
		noticedBy: 'test/engine/lists/lists.test.ts',
	},
	{
		promise: [OUTCOMES, 'The API key goes to the base URL only'],
		file: 'api/http.ts',
		from: 'disableFollowRedirect: true,',
		to: 'disableFollowRedirect: false,',
		effect: 'A redirect is followed',
		noticedBy: 'test/engine/outcomes/errors.test.ts',
	},
	{
		promise: [OUTCOMES, 'A forged event starts no execution'],
		file: 'resources/event/signature.ts',
		from: 'given.length === expected.length && timingSafeEqual(given, expected)',
		to: 'given.length === expected.length',
		effect: 'Any signature of the right length is accepted',
		noticedBy: 'test/engine/trigger/forgedDeliveries.test.ts',
	},
	{
		promise: [OUTCOMES, 'One trigger has one webhook'],
		file: 'trigger/lifecycle.ts',
		from: '	for (const { id } of hooks) if (id !== kept.id) await service.remove(id);\n',
		to: '',
		effect: 'Two webhooks deliver each event twice',
		noticedBy: 'test/engine/trigger/triggerRegistration.test.ts',
	},
	{
		promise: [OUTCOMES, 'Each event runs once'],
		file: 'trigger/receive.ts',
		from: "deduplicateBy === 'off' ? 'mine' : await claimAfterOthers(context, eventId, respond)",
		to: "'mine' ?? (await claimAfterOthers(context, eventId, respond))",
		effect: 'A redelivery after a restart runs again',
		noticedBy: 'test/engine/trigger/trigger.test.ts',
	},
	{
		promise: [
			OUTCOMES,
			'With *When Workflow Finishes*, an event runs again after a failed or crashed execution',
		],
		file: 'once/claimEvent.ts',
		from: "counts === 'whenEnded' || !hasFailed(context)",
		to: "counts === 'whenEnded' || hasFailed(context) !== undefined",
		effect: 'The event of a failed execution is lost',
		noticedBy: 'test/engine/trigger/trigger.test.ts',
	},
	{
		promise: [TRIGGER, '64 hexadecimal digits'],
		file: 'resources/event/readEvent.ts',
		from: ".digest('hex')",
		to: ".digest('base64')",
		effect: 'An event has another ID than before an update',
		noticedBy: 'test/engine/trigger/trigger.test.ts',
	},
	{
		promise: [TRIGGER, 'the item has it as `serviceEventId`'],
		file: 'resources/event/readEvent.ts',
		from: '{ serviceEventId: theirs, ...rest }',
		to: '{ ...rest }',
		effect: 'The ID of the service is lost',
		noticedBy: 'test/engine/trigger/trigger.test.ts',
	},
	{
		promise: [TRIGGER, 'differ only in their timestamp'],
		file: 'resources/event/readEvent.ts',
		from: "deduplication === 'payloadWithoutTimestamp' ? identityWithoutTime(text) : undefined",
		to: "deduplication === 'off' ? identityWithoutTime(text) : undefined",
		effect: 'The option has no effect',
		noticedBy: 'test/engine/trigger/trigger.test.ts',
	},
	{
		promise: [TRIGGER, '*Currency* and *Minimum Amount* must match the same points'],
		file: 'trigger/filters.ts',
		from: '(currency === undefined || one.currencyId === currency) &&',
		to: '(currency === undefined || points.some((other) => other.currencyId === currency)) &&',
		effect: 'Another currency reaches the amount',
		noticedBy: 'test/engine/trigger/triggerFilters.test.ts',
	},
	{
		promise: [TRIGGER, 'Other events are acknowledged and ignored'],
		file: 'trigger/answers.ts',
		from: 'filtered: { status: 200,',
		to: 'filtered: { status: 503,',
		effect: 'The service redelivers what was filtered',
		noticedBy: 'test/engine/trigger/triggerFilters.test.ts',
	},
	{
		promise: [TRIGGER, 'whose signed timestamp is older than this'],
		file: 'resources/event/age.ts',
		from: "now - time > maximumAge * MINUTE_MS ? 'old' : 'fresh'",
		to: "now - time > 2 * maximumAge * MINUTE_MS ? 'old' : 'fresh'",
		effect: 'A replayed event runs',
		noticedBy: 'test/engine/trigger/trigger.test.ts',
	},
	{
		promise: [TRIGGER, 'the trigger responds with 503, so that the service delivers again'],
		file: 'trigger/answers.ts',
		from: 'unable: {\n\t\tstatus: 503,',
		to: 'unable: {\n\t\tstatus: 200,',
		effect: 'An event is lost while an expression fails',
		noticedBy: 'test/engine/trigger/triggerFilters.test.ts',
	},
	{
		promise: [TRIGGER, 'It is made once and never changes'],
		file: 'trigger/lifecycle.ts',
		from: "registration.secret || randomBytes(32).toString('hex')",
		to: "randomBytes(32).toString('hex')",
		effect: 'A copy of the workflow in another n8n refuses all events',
		noticedBy: 'test/engine/trigger/triggerRegistration.test.ts',
	},
	{
		promise: [TRIGGER, 'A local or private address is refused'],
		file: 'resources/webhook/reachability.ts',
		from: 'if (isPrivate && !isInside(',
		to: 'if (isPrivate && isInside(',
		effect: 'A trigger is published that gets no event',
		noticedBy: 'test/engine/trigger/triggerRegistration.test.ts',
	},
	{
		promise: [TRIGGER, 'Publishing takes at most 60 seconds'],
		file: 'trigger/lifecycle.ts',
		from: 'const OWN_REALM_MS = 45_000;',
		to: 'const OWN_REALM_MS = 450_000;',
		effect: 'The editor hangs while the service is slow',
		noticedBy: 'test/engine/trigger/webhookLists.test.ts',
	},
	{
		promise: [TRIGGER, 'enter the old and the new one, one per line'],
		file: 'shared/secrets.ts',
		from: 'value.split(/[\\r\\n]+/)',
		to: 'value.split(/,/)',
		effect: 'Events of one of the two secrets are refused',
		noticedBy: 'test/engine/trigger/trigger.test.ts',
	},
	{
		promise: [TRIGGER, 'a duplicate waits up to 20 seconds for the first execution'],
		file: 'once/claimEvent.ts',
		from: 'const LONGEST_WAIT_MS = 20_000;',
		to: 'const LONGEST_WAIT_MS = 0;',
		effect: 'A duplicate of a running event fails at once',
		noticedBy: 'test/engine/trigger/trigger.test.ts',
	},
];

/** The planted defects, by the promise that each breaks. */
export function plantedTable(): string {
	const rows = planted.map(({ promise: [page, words], effect, file, noticedBy }) => {
		const cells = [`${page}: “${words}”`, `\`${file}\`: ${effect}`, `\`${noticedBy.replace('test/', '')}\``];
		return `| ${cells.join(' | ')} |`;
	});
	return ['| Promise | Defect | Noticed by, in `test/` |', '|---|---|---|', ...rows].join('\n');
}
