import { LoadOptionsContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, ILoadOptionsFunctions, INodeParameters } from 'n8n-workflow';

import { additionalData, credentialReference, nodeOf, workflowOf } from './engine';
import { NODE } from './nodeTypes';

/**
 * What a list of the editor is asked with.
 *
 * @param shown what the panel holds: its expressions are resolved where the editor can
 * @param type of the node; the one with the operations by default
 */
export function panelContext(
	credential: ICredentialDataDecryptedObject,
	shown: INodeParameters,
	type = NODE,
): ILoadOptionsFunctions {
	const node = { ...nodeOf('Node', type, shown), credentials: credentialReference() };
	const data = { ...additionalData(credential, 'integrated'), currentNodeParameters: shown };
	return new LoadOptionsContext(workflowOf({ nodes: [node] }), node, data, '');
}
