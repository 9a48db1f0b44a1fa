import { recordSearch, shownText } from '../../declare/listSearch';
import { getManyActivations } from './getMany';

export const searchActivations = recordSearch({
	what: 'activations',
	operation: getManyActivations,
	nameOf: ({ displayName, collectionKey, contractAddress, chain, activationType }) => {
		const name = [displayName, collectionKey, contractAddress].map(shownText).find(Boolean);
		const remarks = [chain, activationType].map(shownText).filter(Boolean).join(', ');
		return [name, remarks && `(${remarks})`].filter(Boolean).join(' ');
	},
});
