import type { Member } from '../member/records';
import type { ConsentApp } from './records';

const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Escapes a text for HTML, in elements and in quoted attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

function page(title: string, content: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 26rem; margin: 4rem auto; padding: 0 1rem; color: #1d2433; }
h1 { font-size: 1.4rem; }
select, button { font: inherit; padding: .5rem 1rem; border-radius: .5rem; border: 1px solid #9aa3b5; }
select { width: 100%; margin: .25rem 0 1.5rem; background: #fff; }
button { cursor: pointer; background: #fff; }
button[value=approve] { background: #1f6f54; border-color: #1f6f54; color: #fff; }
.note { color: #5a6478; }
</style>
</head>
<body>
${content}
</body>
</html>
`;
}

/** The parameters of a link to the page, besides the app. */
export interface ConsentLink {
	redirectUri: string;
	state?: string;
}

/** The page that asks a member whether an app may read their member id. */
export function consentPage(
	app: ConsentApp,
	{ redirectUri, state }: ConsentLink,
	realmName: string,
	members: Iterable<Member>,
): string {
	const hidden = Object.entries({ client_id: app.clientId, redirect_uri: redirectUri, state })
		.filter((entry): entry is [string, string] => entry[1] !== undefined)
		.map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
		.join('\n');
	const options = [...members]
		.map(({ id, displayName }) => `<option value="${escapeHtml(id)}">${escapeHtml(displayName)}</option>`)
		.join('\n');
	return page(
		`Allow ${app.name}?`,
		`<h1>Allow ${escapeHtml(app.name)} to know who you are?</h1>
<p>${escapeHtml(app.description)}</p>
<p>The app gets your member ID in ${escapeHtml(realmName)}, and nothing else.</p>
<p class="note">By ${escapeHtml(app.developer)}, ${app.verified ? 'verified' : 'not verified'}.</p>
<form method="post" action="/oauth/authorize">
${hidden}
<label>You are <select name="member_id">
${options}
</select></label>
<button name="decision" value="approve">Approve</button>
<button name="decision" value="deny">Deny</button>
</form>`,
	);
}

/** The page that explains the problem with a consent link. It redirects to no other page. */
export function refusalPage(reason: string): string {
	return page(
		'This link does not work',
		`<h1>This link does not work</h1>\n<p>${escapeHtml(reason)}</p>\n<p class="note">Please contact the app that sent you here.</p>`,
	);
}
