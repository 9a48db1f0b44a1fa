import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INodeCredentialsDetails,
} from 'n8n-workflow';

/** Gives a credential without resolving its expressions, where `raw` is set (n8n, `credentials-helper.js`). */
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

/** What n8n's contexts hold beyond what their types promise (n8n-core, `node-execution-context.js`, 1.123 to 2.41). */
interface ContextInternals {
	additionalData?: { credentialsHelper?: CredentialsHelper };
	executeData?: unknown;
}

/**
 * The fields of the node's credential as a person wrote them, with their expressions. Nothing where this n8n does not show
 * them.
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
