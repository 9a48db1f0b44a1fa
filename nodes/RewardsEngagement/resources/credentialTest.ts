import type {
	ICredentialTestFunctions,
	ICredentialsDecrypted,
	INodeCredentialTestResult,
} from 'n8n-workflow';

/**
 * The test of the credential, under the name in each node's `testedBy`. n8n uses the first node that it finds with
 * this test. The code is loaded when a user tests a credential.
 */
export const credentialTest = {
	async rewardsEngagementApiTest(
		this: ICredentialTestFunctions,
		{ data }: ICredentialsDecrypted,
	): Promise<INodeCredentialTestResult> {
		const { testCredential } = await import('../api/testCredential');
		const { getRealm } = await import('./realm/get');
		return await testCredential(this, data ?? {}, (realmId) => getRealm.request({ realmId }));
	},
};
