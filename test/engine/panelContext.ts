import { LoadOptionsContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, ILoadOptionsFunctions, INodeParameters } from 'n8n-workflow';

import { additionalData, credentialReference, nodeOf, workflowOf } from './engine';
import { NODE } from './nodeTypes';

/**
 * The context of a list request from the editor.
 *
 * @param shown the values of the panel. The editor resolves expressions if it can.
 * @param type of the node, by default the one with the operations
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
