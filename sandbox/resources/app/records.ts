import type { Schemas } from '../../base/state';

/** The installation of an app in a realm. The data of the realm comes from the realm itself. */
export type AppInstall = Omit<Schemas['AppInstall'], 'realm'>;

declare module '../../base/state' {
	interface State {
		installs: AppInstall[];
	}
}
