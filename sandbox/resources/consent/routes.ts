import { ok, type Routes } from '../../base/call';
import { badRequest, ServiceError } from '../../base/errors';
import { appOfLink, redeemCode } from './codes';
import { consentPage, refusalPage } from './consentPage';

const html = { 'content-type': 'text/html; charset=utf-8' };

export const routes: Routes<'consent'> = {
	/** API document, section 4.12: exchanges a code for the member id. 400 with one of the error codes. */
	exchangeCode: ({ world, key, body: { code, redirect_uri: redirectUri } }) =>
		ok({ serviceId: redeemCode(world.state, code, key?.clientId, redirectUri) }),

	/** API document, section 4.12: the public data of an app. 400 invalid_client for an unknown one. */
	getApp: ({ world, query: { client_id: clientId } }) => {
		const app = world.state.apps.get(clientId);
		if (!app) throw badRequest('invalid_client');
		const { name, description, pfp, verified, developer } = app;
		return ok({ name, description, pfp, verified, developer });
	},

	/** API document, section 4.12: the page that asks for consent, or the one that explains why the link is invalid. */
	createAuthorizationUrl: ({ world, realm, query }) => {
		const { client_id: clientId, redirect_uri: redirectUri } = query;
		// A link may have more parameters than the document lists. The page passes on only the state.
		const { state } = query as { state?: string };
		try {
			const app = appOfLink(world.state, clientId, redirectUri);
			const body = consentPage(app, { redirectUri, state }, realm.name, realm.members.values());
			return { status: 200, headers: html, body };
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			return { status: error.status, headers: html, body: refusalPage(error.message) };
		}
	},
};
