import { notOffered, operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { activationConfig } from '../activation/record';
import { configPath } from './configsPath';
import * as fields from './fields';

export const updateActivationConfig = operation({
	displayName: 'Update',
	action: 'Update activation config',
	description: 'Replace the type and settings of a config. Include every value to keep.',
	source: 'extended 7.2',
	parameters: { activationId: fields.activationId, configId: fields.configId, ...fields.config },
	effect: 'replace',
	advice: notOffered(fields.CONFIGS, 'activation or config'),
	request: ({ realmId, activationId, configId, ...values }) => ({
		method: 'PATCH',
		path: configPath({ realmId, activationId, configId }),
		body: { config: fields.configOf(values) },
	}),
	response: bare(activationConfig),
});
