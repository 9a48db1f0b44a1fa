import { ok, type Handler } from '../../call';
import { appOfLink, redeemCode } from './consent';
import { consentPage, refusalPage } from './consentPage';
import { badRequest, ServiceError } from '../../errors';

const html = { 'content-type': 'text/html; charset=utf-8' };

/** API document, section 4.12: the member id for a code. 400 with one of the error words. */
export const exchangeCode: Handler = ({ sandbox, key, body }) => {
	const { code, redirect_uri: redirectUri } = body as { code: string; redirect_uri?: string | null };
	return ok({ serviceId: redeemCode(sandbox.state, code, key?.clientId, redirectUri) });
};

/** API document, section 4.12: what anybody may know about an app. 400 invalid_client for an unknown one. */
export const getConsentApp: Handler = ({ sandbox, query }) => {
	const { client_id: clientId } = query as { client_id: string };
	const app = sandbox.state.apps.get(clientId);
	if (!app) throw badRequest('invalid_client');
	const { name, description, pfp, verified, developer } = app;
	return ok({ name, description, pfp, verified, developer });
};

/** API document, section 4.12: the page that asks, or the one that says why the link does not work. */
export const authorizeApp: Handler = ({ sandbox, realm, query }) => {
	const {
		client_id: clientId,
		redirect_uri: redirectUri,
		state,
	} = query as {
		client_id: string;
		redirect_uri: string;
		state?: string;
	};
	try {
		const app = appOfLink(sandbox.state, clientId, redirectUri);
		const link = { redirectUri, state };
		const body = consentPage(app, link, realm.name, realm.members.values());
		return { status: 200, headers: html, body };
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		return { status: error.status, headers: html, body: refusalPage(error.message) };
	}
};
