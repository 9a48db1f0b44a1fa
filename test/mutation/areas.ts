/** A part of the package whose every change must be noticed, and the tests that are there to notice it. */
export interface Area {
	/** Below nodes/RewardsEngagement. */
	files: readonly string[];
	/** Tests in test/unit, which need no n8n; they are asked first. */
	unit: readonly string[];
	/** Tests in n8n's engine, seconds each: asked only about what the others let pass. */
	engine: readonly string[];
}

/** What guards money and events. */
export const areas: Readonly<Record<string, Area>> = {
	outcomes: {
		files: ['api/outcome.ts', 'run/response.ts', 'errors/stage.ts'],
		unit: ['retryPolicy', 'response', 'stage', 'nodeError'],
		engine: ['errors', 'transfer'],
	},
	http: {
		files: ['api/http.ts', 'api/deadline.ts'],
		unit: ['retryPolicy'],
		engine: ['errors', 'slowService'],
	},
	numbers: { files: ['shared/json.ts', 'shared/exactNumber.ts'], unit: ['json', 'fields'], engine: [] },
	secrets: {
		files: ['api/hide.ts', 'shared/secretLines.ts'],
		unit: ['hide', 'secretLines'],
		engine: ['errors'],
	},
	retries: {
		files: ['api/retryPolicy.ts', 'api/rateLimit.ts', 'api/client.ts'],
		unit: ['retryPolicy', 'concurrencyLimiter', 'limiterModel', 'paging'],
		engine: ['waits', 'concurrencyLimiter'],
	},
	limiter: {
		files: ['api/concurrencyLimiter.ts', 'api/rateGate.ts', 'api/aimdWindow.ts', 'api/wait.ts'],
		unit: ['concurrencyLimiter', 'limiterModel', 'wait', 'retryPolicy'],
		engine: ['waits'],
	},
	paging: { files: ['api/paging.ts'], unit: ['paging'], engine: [] },
	keys: {
		files: ['idempotency/fingerprint.ts', 'idempotency/keyStore.ts', 'idempotency/runKeys.ts'],
		unit: ['fingerprint', 'keyStore', 'runKeys'],
		engine: ['onceKey', 'wantedPayments'],
	},
	keyWords: {
		files: ['idempotency/keyWords.ts', 'idempotency/eventSource.ts', 'idempotency/executionMemory.ts'],
		unit: [],
		engine: ['onceKey', 'wantedPayments'],
	},
	retryMemory: { files: ['idempotency/retryMemory.ts'], unit: [], engine: ['retryOnFail'] },
	runner: {
		files: ['run/itemRunner.ts'],
		unit: [],
		engine: ['transfer', 'mergedSearches', 'concurrencyLimiter', 'readParameters'],
	},
	signature: { files: ['trigger/signature.ts'], unit: ['signature'], engine: [] },
	events: {
		files: [
			'trigger/event.ts',
			'trigger/eventIdentity.ts',
			'trigger/deduplicate.ts',
			'idempotency/seenEvents.ts',
		],
		unit: ['eventIdentity', 'seenEvents'],
		engine: ['trigger'],
	},
	signedState: { files: ['shared/signedState.ts'], unit: ['consentState'], engine: ['consentTrigger'] },
};
