import { notOffered, operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { activation } from '../activation/record';
import { configsPath } from './configsPath';
import * as fields from './fields';

export const createActivationConfig = operation({
	displayName: 'Create',
	action: 'Create activation config',
	description: 'Add a config to an activation. The result is the whole activation, with all its configs.',
	source: 'extended 7.2',
	parameters: { activationId: fields.activationId, ...fields.config },
	effect: 'once',
	advice: notOffered(fields.CONFIGS, 'activation'),
	request: ({ realmId, activationId, ...values }) => ({
		method: 'POST',
		path: configsPath({ realmId, activationId }),
		body: { config: fields.configOf(values) },
	}),
	response: bare(activation),
});
