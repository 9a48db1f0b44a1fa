import type {
	ICredentialTestFunctions,
	ICredentialsDecrypted,
	INodeCredentialTestResult,
} from 'n8n-workflow';

/**
 * The test of the credential, by the name that each node gives under `testedBy`. n8n takes it from whichever of the nodes
 * it finds first. Loaded when a person tests a credential.
 */
export const credentialTest = {
	async rewardsEngagementApiTest(
		this: ICredentialTestFunctions,
		{ data }: ICredentialsDecrypted,
	): Promise<INodeCredentialTestResult> {
		const { testCredential } = await import('../api/testCredential');
		return await testCredential(this, data ?? {});
	},
};
