import type { Locator, Page } from 'playwright-core';

/** What the page Settings > Community nodes shows of a package. */
export interface PackageCard {
	name: string;
	nodes: string;
	version: string;
}

/** The page Settings > Community nodes in an open editor. */
export class CommunityNodes {
	constructor(
		private readonly page: Page,
		private readonly url: string,
	) {}

	async visit(): Promise<void> {
		await this.page.goto(`${this.url}/settings/community-nodes`);
		await this.page
			.getByRole('heading', { name: 'Community nodes' })
			.or(this.page.getByText('Community nodes'))
			.last()
			.waitFor();
	}

	/**
	 * Enters the name of a package in the dialog.
	 *
	 * @returns the warning, and whether n8n installs before you accept it
	 */
	async enter(packageName: string): Promise<{ warning: string; isAllowedBefore: boolean }> {
		await this.openButton.click();
		await this.nameInput.fill(packageName);
		const warning = (await this.agreement.getAttribute('aria-label')) ?? '';
		return { warning, isAllowedBefore: await this.installButton.isEnabled() };
	}

	/** Accepts the warning and installs. */
	async install(): Promise<void> {
		await this.agreement.click();
		await this.change('POST', this.installButton);
		await this.installButton.waitFor({ state: 'hidden' });
		await this.card.waitFor();
	}

	/**
	 * Presses Update, confirms, and waits until the card shows a version.
	 *
	 * @returns the text of the dialog
	 */
	async update(version: string): Promise<string> {
		await this.card.getByRole('button', { name: 'Update' }).click();
		const text = await this.textOfDialog('Confirm update');
		await this.change('PATCH', this.button('Confirm update'));
		await this.card.getByText(`v${version}`).waitFor();
		return text;
	}

	/**
	 * Removes the package with the menu of its card. If it stays there, its reason is shown, and it is pressed once more,
	 * as a person does. It once stayed on a busy machine, and the page had hidden the reason.
	 *
	 * @param isInstalled whether n8n still lists the package
	 * @returns the text of the dialog
	 */
	async uninstall(isInstalled: () => Promise<boolean>): Promise<string> {
		const text = await this.openUninstall();
		try {
			await this.confirmUninstall();
		} catch (failure) {
			process.stdout.write(`The package stayed: ${String(failure)}\n`);
			await this.visit();
			if (!(await isInstalled())) return text;
			await this.openUninstall();
			await this.confirmUninstall();
		}
		return text;
	}

	/** @returns the text of the dialog */
	private async openUninstall(): Promise<string> {
		await this.card.getByTestId('action-toggle').getByRole('button').click();
		await this.page.getByText('Uninstall package').locator('visible=true').click();
		return await this.textOfDialog('Confirm uninstall');
	}

	private async confirmUninstall(): Promise<void> {
		await this.change('DELETE', this.button('Confirm uninstall'));
		await this.card.waitFor({ state: 'hidden' });
	}

	/** The text of the dialog with this button. */
	private async textOfDialog(label: string): Promise<string> {
		return await this.page.locator('.el-dialog', { has: this.button(label) }).innerText();
	}

	private button(name: string): Locator {
		return this.page.getByRole('button', { name });
	}

	/** Presses a button, and waits for n8n's response. Without it, a refusal looked like a slow n8n. */
	private async change(method: string, button: Locator): Promise<void> {
		const asked = this.page.waitForRequest(
			(request) => request.method() === method && request.url().includes('/rest/community-packages'),
		);
		const [request] = await Promise.all([asked, button.click()]);
		const response = await request.response();
		if (!response?.ok())
			throw new Error(`n8n did not change the package: ${(await response?.text()) ?? 'no response'}`);
	}

	async read(): Promise<PackageCard> {
		const texts = this.card.locator('.n8n-text');
		const [name = '', , nodes = ''] = await texts.allInnerTexts();
		return { name, nodes, version: (await this.card.getByText(/^\s*v\d/).innerText()).trim() };
	}

	/** Opens the dialog that installs a package. */
	get openButton(): Locator {
		return this.page.getByRole('button', { name: /^install/i }).first();
	}

	get nameInput(): Locator {
		return this.page.getByTestId('package-name-input');
	}

	get agreement(): Locator {
		return this.page.getByTestId('user-agreement-checkbox');
	}

	get installButton(): Locator {
		return this.page.getByTestId('install-community-package-button');
	}

	private get card(): Locator {
		return this.page.getByTestId('community-package-card');
	}
}
