import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INodeCredentialsDetails,
} from 'n8n-workflow';

/** Returns a credential without resolving its expressions, if `raw` is set (n8n, `credentials-helper.js`). */
interface CredentialsHelper {
	getDecrypted(
		additionalData: object,
		credential: INodeCredentialsDetails,
		type: string,
		mode: string,
		executeData: unknown,
		raw: true,
	): Promise<ICredentialDataDecryptedObject>;
}

/** Parts of n8n's contexts that its types do not declare (n8n-core, `node-execution-context.js`, since 1.123). */
interface ContextInternals {
	additionalData?: { credentialsHelper?: CredentialsHelper };
	executeData?: unknown;
}

/**
 * The fields of the node's credential as a user wrote them, with their expressions. `undefined` if this version of
 * n8n does not show them.
 */
export async function writtenCredential(
	context: IExecuteFunctions,
	type: string,
): Promise<ICredentialDataDecryptedObject | undefined> {
	const { additionalData, executeData } = context as unknown as ContextInternals;
	const credential = context.getNode().credentials?.[type];
	if (!additionalData?.credentialsHelper || !credential) return undefined;
	const { credentialsHelper } = additionalData;
	return await credentialsHelper
		.getDecrypted(additionalData, credential, type, context.getMode(), executeData, true)
		.catch(() => undefined);
}
