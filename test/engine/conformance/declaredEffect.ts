import type { Effect } from '../../../nodes/RewardsEngagement/api/request';
import type { RemoteOperation } from '../../../nodes/RewardsEngagement/declare/registry';
import type { Operation as Endpoint } from '../../../sandbox/contract/document';
import { nameOf } from '../../fixtures/operations';

/** The effect of a repeated request, in words. */
const MEANING: Record<Effect, string> = {
	read: 'a repeat changes nothing',
	replace: 'a repeat changes nothing more',
	once: 'a repeat may take effect again',
};

/** Compares the declared `effect` of an operation with the documented one. */
export function declaredEffectProblems(operation: RemoteOperation, endpoint: Endpoint): string[] {
	const { effect, resource, name } = operation;
	const documented = endpoint['x-effect'];
	const [file] = endpoint.operationId.split('.');
	if (documented === undefined) {
		return [
			`the effect of ${nameOf(operation)} is "${effect}", but ${endpoint.operationId} has no x-effect. ` +
				`Say under x-effect in sandbox/openapi/${file}.yaml what a repeat does: read, replace or once.`,
		];
	}
	if (effect === documented) return [];
	return [
		`the effect of ${nameOf(operation)} is "${effect}" (${MEANING[effect]}), ` +
			`but x-effect of ${endpoint.operationId} is "${documented}" (${MEANING[documented]}). ` +
			`Correct effect in resources/${resource}/${name}.ts, ` +
			`or x-effect in sandbox/openapi/${file}.yaml if the document is wrong.`,
	];
}
