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
		await this.page
			.getByRole('button', { name: /^install/i })
			.first()
			.click();
		await this.page.getByTestId('package-name-input').fill(packageName);
		const warning = (await this.agreement.getAttribute('aria-label')) ?? '';
		return { warning, isAllowedBefore: await this.installButton.isEnabled() };
	}

	/** Accepts the warning and installs. */
	async install(): Promise<void> {
		await this.agreement.click();
		await this.installButton.click();
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
		const text = await this.confirm('Confirm update');
		await this.card.getByText(`v${version}`).waitFor();
		return text;
	}

	/**
	 * Removes the package with the menu of its card.
	 *
	 * @returns the text of the dialog
	 */
	async uninstall(): Promise<string> {
		await this.card.getByTestId('action-toggle').getByRole('button').click();
		await this.page.getByText('Uninstall package').locator('visible=true').click();
		const text = await this.confirm('Confirm uninstall');
		await this.card.waitFor({ state: 'hidden' });
		return text;
	}

	private async confirm(label: string): Promise<string> {
		const button = this.page.getByRole('button', { name: label });
		const dialog = this.page.locator('.el-dialog', { has: button });
		const text = await dialog.innerText();
		await button.click();
		return text;
	}

	async read(): Promise<PackageCard> {
		const texts = this.card.locator('.n8n-text');
		const [name = '', , nodes = ''] = await texts.allInnerTexts();
		return { name, nodes, version: (await this.card.getByText(/^\s*v\d/).innerText()).trim() };
	}

	private get agreement(): Locator {
		return this.page.getByTestId('user-agreement-checkbox');
	}

	private get installButton(): Locator {
		return this.page.getByTestId('install-community-package-button');
	}

	private get card(): Locator {
		return this.page.getByTestId('community-package-card');
	}
}
