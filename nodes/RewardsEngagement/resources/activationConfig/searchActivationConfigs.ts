import { recordSearch, shownText } from '../../declare/listSearch';
import { isRecord } from '../../shared/json';
import { getManyActivationConfigs } from './getMany';

/** Lists the configs of the chosen activation. The name of a calling config has its address. */
export const searchActivationConfigs = recordSearch({
	what: 'configs',
	operation: getManyActivationConfigs,
	follows: ['activationId'],
	nameOf: ({ configType, settings, id }) => {
		const target = isRecord(settings) ? shownText(settings.targetUrl) : '';
		return [shownText(configType), target || `(${String(id)})`].filter(Boolean).join(' ');
	},
});
