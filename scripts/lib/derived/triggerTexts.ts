import { consentTriggerProperties } from '../../../nodes/RewardsEngagement/consentTrigger/properties';
import { pollTriggerProperties } from '../../../nodes/RewardsEngagement/pollTrigger/properties';
import { triggerProperties } from '../../../nodes/RewardsEngagement/trigger/properties';

/** The texts of the triggers' parameters, as JSON. Their descriptions are code, which n8n loads at its start. */
export const triggerTexts = JSON.stringify([
	triggerProperties,
	pollTriggerProperties,
	consentTriggerProperties,
]);
