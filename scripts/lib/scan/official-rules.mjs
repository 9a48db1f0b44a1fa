/**
 * The rules of n8n for a community package, every one as an error, also those that only warn at n8n.
 *
 * A plain ES module, because eslint.config.mjs and the scan of the packed package both use it.
 */
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';

/**
 * Rules that n8n's own configuration for community nodes turns off. They are about older n8n or about n8n's own docs.
 */
const outdated = new Set([
	'n8n-nodes-base/cred-class-field-documentation-url-miscased',
	'n8n-nodes-base/cred-class-field-type-options-password-missing',
	'n8n-nodes-base/node-class-description-inputs-wrong-regular-node',
	'n8n-nodes-base/node-class-description-outputs-wrong',
	'n8n-nodes-base/node-param-type-options-max-value-present',
]);

const errors = (rules) => Object.fromEntries(Object.keys(rules).map((rule) => [rule, 'error']));

export const plugins = { '@n8n/community-nodes': n8nCommunityNodesPlugin, 'n8n-nodes-base': nodesBase };

/** The recommended rules for community nodes. */
export const communityRules = errors(n8nCommunityNodesPlugin.configs.recommended.rules);

/** One rule set of eslint-plugin-n8n-nodes-base: `community` (package.json), `nodes` or `credentials`. */
export const nodesBaseRules = (name) => {
	const rules = Object.entries(nodesBase.configs[name].rules).filter(([rule]) => !outdated.has(rule));
	return errors(Object.fromEntries(rules));
};
