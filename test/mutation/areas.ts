/** A part of the package where tests must notice every mutant, and its tests. */
export interface Area {
	/** Files in nodes/RewardsEngagement. */
	files: readonly string[];
	/** Tests in test/unit, which need no n8n. They run first. */
	unit: readonly string[];
	/** Parts of names of unit tests to leave out, because they measure time and Stryker slows them down. */
	without?: readonly string[];
	/** Tests in n8n's engine, which take seconds each. They run only for mutants that the unit tests do not notice. */
	engine: readonly string[];
}

/** The code that protects money and events. */
export const areas: Readonly<Record<string, Area>> = {
	outcomes: {
		files: ['api/outcome.ts', 'api/records.ts', 'declare/response.ts', 'errors.ts'],
		unit: ['outcome', 'retry', 'records', 'response', 'errors'],
		engine: ['errors', 'transfer', 'confirmations'],
	},
	http: {
		files: ['api/http.ts'],
		unit: ['http'],
		without: ['bytes is a'],
		engine: ['errors', 'slowService'],
	},
	time: { files: ['api/time.ts'], unit: ['time'], engine: ['slowService'] },
	numbers: {
		files: ['shared/json.ts', 'fields/number.ts'],
		unit: ['json', 'fields'],
		without: ['takes time', 'JSON would turn'],
		engine: [],
	},
	secrets: {
		files: ['api/hide.ts', 'shared/secretLines.ts'],
		unit: ['hide', 'secretLines'],
		engine: ['errors'],
	},
	retries: {
		files: ['api/retry.ts', 'api/rateLimit.ts'],
		unit: ['retry', 'rateLimit'],
		engine: ['waits', 'gate'],
	},
	client: { files: ['api/client.ts'], unit: ['client'], engine: ['waits', 'transfer'] },
	gate: {
		files: ['api/gate.ts', 'api/room.ts'],
		unit: ['gate', 'gateModel', 'sharedLimit'],
		without: ['whatever happens', 'given in the order', 'a hundred thousand', '000 requests', '200 requests'],
		engine: ['waits'],
	},
	paging: { files: ['api/paging.ts'], unit: ['paging'], engine: [] },
	keys: {
		files: ['once/key.ts', 'once/runKeys.ts', 'once/executionData.ts'],
		unit: ['key', 'runKeys', 'executionData', 'keyStories', 'problemTexts'],
		engine: ['idempotencyKey', 'wantedPayments', 'claims', 'toolCalls', 'correctedRetries'],
	},
	journal: {
		files: ['once/journal.ts', 'once/journals.ts', 'once/keyValues.ts', 'host/row.ts'],
		unit: ['journal', 'journalEvents', 'journalRaces', 'claimEvent', 'runKeys', 'problemTexts'],
		engine: ['idempotencyKey', 'eventProcesses', 'triggersWithOneId', 'withoutStore'],
	},
	settleByHand: {
		files: ['resources/idempotencyKey/settleByHand.ts'],
		unit: ['settleByHand'],
		engine: ['settledByHand'],
	},
	shared: {
		files: ['shared/canonical.ts', 'shared/batch.ts'],
		unit: ['canonical', 'batch', 'key'],
		engine: [],
	},
	parameters: {
		files: [
			'fields/composedText.ts',
			'fields/plainExpression.ts',
			'fields/reader.ts',
			'fields/value.ts',
			'resources/raffle/dateTime.ts',
		],
		unit: ['checkValue', 'dateTime', 'plainExpression', 'readParameters', 'reader', 'fields', 'run'],
		engine: ['readParameters', 'composedTexts'],
	},
	keyWords: {
		files: ['run/itemKey.ts', 'once/origin.ts'],
		unit: ['itemKey', 'run', 'origin'],
		engine: ['idempotencyKey', 'wantedPayments', 'eventsWithoutPairing', 'awardEvents'],
	},
	retryMemory: {
		files: ['host/retryOnFail.ts'],
		unit: ['runFailures', 'run', 'recordNames'],
		engine: ['retryOnFail', 'tries', 'failingTries'],
	},
	run: {
		files: ['run/run.ts', 'run/results.ts', 'run/windows.ts'],
		unit: ['runOrder', 'runFailures', 'run', 'runBulk', 'recordNames'],
		engine: ['transfer', 'gate', 'readParameters'],
	},
	send: {
		files: ['run/readItem.ts', 'run/send.ts', 'run/dryRun.ts'],
		unit: ['readParameters', 'run', 'runOrder', 'runFailures', 'sensitiveFields'],
		engine: ['transfer', 'idempotencyKey', 'dryRun'],
	},
	bulk: {
		files: ['run/bulk.ts', 'declare/bulk.ts'],
		unit: ['runBulk'],
		engine: ['bulk', 'bulkRows', 'bulkDenials', 'bulkAnswers'],
	},
	limits: {
		files: ['run/limits.ts'],
		unit: ['run', 'runOrder'],
		engine: ['moneyGuards', 'maximumTotal'],
	},
	payments: {
		files: ['run/payment.ts', 'run/hints.ts'],
		unit: ['payment', 'hints', 'runFailures'],
		engine: ['hints', 'equalPayments'],
	},
	memberNames: {
		files: ['run/recordNames.ts', 'resources/member/findMembers.ts'],
		unit: ['recordNames', 'findMembers'],
		engine: ['memberNames'],
	},
	signature: {
		files: ['resources/event/signature.ts'],
		unit: ['signature'],
		engine: [],
	},
	events: {
		files: ['resources/event/readEvent.ts', 'resources/event/eventIdentity.ts', 'once/claimEvent.ts'],
		unit: ['eventIdentity', 'readEvent', 'claimEvent', 'claimAfterOthers'],
		engine: ['trigger'],
	},
	pollTrigger: {
		files: [
			'pollTrigger/snapshot.ts',
			'pollTrigger/pages.ts',
			'pollTrigger/timedPoller.ts',
			'pollTrigger/pollState.ts',
			'pollTrigger/poller.ts',
			'pollTrigger/troubles.ts',
			'pollTrigger/dropRepeats.ts',
			'shared/timeOf.ts',
		],
		unit: ['pollSnapshot', 'pollState', 'pollPoller', 'pollTroubles', 'pollRepeats'],
		without: ['whatever happens between two requests'],
		engine: ['pollTrigger', 'pollFaults', 'pollClock', 'pollLateRecords', 'pollOddLists', 'pollWholeLists'],
	},
	signedState: { files: ['shared/signedState.ts'], unit: ['consentState'], engine: ['consentTrigger'] },
};
