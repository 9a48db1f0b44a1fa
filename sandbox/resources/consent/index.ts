import { resource } from '../../base/resource';
import { addConsentForm } from './consentForm';
import { routes } from './routes';
import { ids, seedState } from './seed';

export const consent = resource({ name: 'consent', ids, seedState, routes, addPages: addConsentForm });
