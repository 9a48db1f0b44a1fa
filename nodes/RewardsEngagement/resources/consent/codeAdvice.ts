export const codeAdvice = {
	invalid_client:
		'The API key belongs to no app, or the client ID is wrong. Use the key and the client ID of one app.',
	invalid_code: 'The service did not issue this code. Take it from the redirect unchanged.',
	invalid_code_client:
		'The code was issued to another app. Use the key of the app whose consent page the person saw.',
	code_already_used:
		'A code works once. If the member is linked, you need not do anything. Otherwise, send the person to the consent page again.',
	code_expired:
		'A code works for 5 minutes. Send the person to the consent page again, and exchange the code immediately.',
} as const;
