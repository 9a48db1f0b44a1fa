import type { Schemas } from '../../base/state';

/** That a realm let an app in; what is shown of the realm is the realm's own. */
export type AppInstall = Omit<Schemas['AppInstall'], 'realm'>;

declare module '../../base/state' {
	interface State {
		installs: AppInstall[];
	}
}
