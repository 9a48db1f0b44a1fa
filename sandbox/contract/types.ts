// Made from sandbox/openapi/ by "npm run api-types". Change the documents, not this file.

export interface paths {
	'/api/v1/auth/oauth/token': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Exchange an authorization code for the member's id
		 * @description The key is the app's key. The code works once, within five minutes, and only for the app it was made for. The
		 *     error words are stated, their statuses are not; the sandbox answers all of them with 400.
		 */
		post: operations['consent.exchangeCode'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/auth/oauth/client': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Get the public information about an app
		 * @description An app nobody registered is answered with the word invalid_client.
		 */
		get: operations['consent.getApp'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/oauth/authorize': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Ask a person for consent
		 * @description A page for the browser, at the app address rather than the API address. Approving redirects to `redirect_uri`
		 *     with `code` and `response_type=code`, denying with `error=access_denied`. `redirect_uri` must equal the
		 *     registered one exactly; a query it already has is kept.
		 */
		get: operations['consent.createAuthorizationUrl'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/currencies/{realmId}/currencies/{currencyId}': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example c00000000000000000000001 */
				currencyId: components['parameters']['CurrencyId'];
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		/**
		 * Update a currency
		 * @description Sets the fields given and leaves the rest. That every field is optional is inferred.
		 */
		patch: operations['currency.update'];
		trace?: never;
	};
	'/api/v1/realms/{realmId}/currencies/analytics': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
			};
			cookie?: never;
		};
		/**
		 * Get the analytics of all currencies of a realm
		 * @description The default of `period` is not stated; the sandbox takes 30d.
		 */
		get: operations['currency.getRealmAnalytics'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/currencies/{currencyId}/analytics': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example c00000000000000000000001 */
				currencyId: components['parameters']['CurrencyId'];
			};
			cookie?: never;
		};
		/**
		 * Get the analytics of one currency
		 * @description `topHolders` is filled only when `includeTopHolders` is true.
		 */
		get: operations['currency.getAnalytics'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/exports/{jobId}': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example f20000000000000000000001 */
				jobId: components['parameters']['JobId'];
			};
			cookie?: never;
		};
		/**
		 * Get the state of an export job
		 * @description The job itself, without a `data` wrapper. In the sandbox every look at a running job moves it on by a quarter.
		 */
		get: operations['export.get'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/exports/{jobId}/download': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example f20000000000000000000001 */
				jobId: components['parameters']['JobId'];
			};
			cookie?: never;
		};
		/**
		 * Download the file of an export job
		 * @description Redirects to the file, whose own address needs no key. The answers for a job without a file are inferred.
		 */
		get: operations['export.download'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realm/{realmId}/members/search': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
			};
			cookie?: never;
		};
		/**
		 * Find members by an identifier
		 * @description Looks up to 50 members by one kind of identifier. A value nobody has is left out; it is not an error.
		 *     The plural `/realms/` path answers too.
		 */
		get: operations['member.search'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/members/{serviceId}/transfer': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmObjectId'];
				/** @example b00000000000000000000001 */
				serviceId: components['parameters']['ServiceObjectId'];
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		/**
		 * Transfer a balance between two members
		 * @description Moves an amount of a currency from the member in the path to the recipient, at once or not at all. Without
		 *     `currencyId` the realm's default currency moves. The answer's `balance` is the sender's new balance. There is
		 *     no idempotency key: the same request sent twice moves the amount twice.
		 */
		patch: operations['member.transferBalance'];
		trace?: never;
	};
	'/api/v1/realms/{realmId}/members/{serviceId}/metadata': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example b00000000000000000000001 */
				serviceId: components['parameters']['ServiceId'];
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		/**
		 * Update a member's metadata
		 * @description Answers without a body. Whether the service merges or replaces is not stated; the sandbox merges the top-level
		 *     fields.
		 */
		patch: operations['member.updateMetadata'];
		trace?: never;
	};
	'/api/v1/realms/{realmId}/web3/activations/{activationId}/nfts/{tokenId}/balance': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example f10000000000000000000001 */
				activationId: string;
				/** @example 7 */
				tokenId: components['parameters']['TokenId'];
			};
			cookie?: never;
		};
		/**
		 * Get the balances of one NFT of an activation
		 * @description `includeNft=true` adds the fields of the NFT to the balances; that they are left out otherwise is inferred.
		 */
		get: operations['nft.getBalance'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/web3-data/collections/{contractAddress}/nfts/{tokenId}': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example 0x5a9d00000000000000000000000000000000c0de */
				contractAddress: string;
				/** @example 7 */
				tokenId: components['parameters']['TokenId'];
			};
			cookie?: never;
		};
		/**
		 * Get an NFT by contract and token
		 * @description Without `chain` the sandbox looks on every chain.
		 */
		get: operations['nft.get'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/store/purchases/{purchaseId}/finalize': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example e20000000000000000000001 */
				purchaseId: string;
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Finalize a store purchase
		 * @description Finalizing twice is a conflict; that answer is inferred.
		 */
		post: operations['purchase.finalize'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
			};
			cookie?: never;
		};
		/**
		 * Get a realm
		 * @description The realm itself, without a `data` wrapper.
		 */
		get: operations['realm.get'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/quests/{questId}/tasks/{taskId}/actions/{actionId}': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example d00000000000000000000001 */
				questId: components['parameters']['QuestId'];
				/** @example d10000000000000000000001 */
				taskId: components['parameters']['TaskId'];
				/** @example d30000000000000000000001 */
				actionId: string;
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		/**
		 * Update an action of a task
		 * @description Sets the fields given. Whether a field may be left out is not stated; the sandbox lets it.
		 */
		patch: operations['taskAction.update'];
		trace?: never;
	};
	'/api/v1/realms/{realmId}/quests/{questId}/tasks/{taskId}/conditions': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example d00000000000000000000001 */
				questId: components['parameters']['QuestId'];
				/** @example d10000000000000000000001 */
				taskId: components['parameters']['TaskId'];
			};
			cookie?: never;
		};
		/**
		 * List the conditions of a task
		 * @description Path and answer are inferred from the actions and transitions of a task.
		 */
		get: operations['taskCondition.getMany'];
		put?: never;
		/**
		 * Add a condition to a task
		 * @description Path, body and answer are inferred from the actions and transitions of a task.
		 */
		post: operations['taskCondition.create'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/quests/{questId}/tasks/{taskId}/conditions/{conditionId}': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example d00000000000000000000001 */
				questId: components['parameters']['QuestId'];
				/** @example d10000000000000000000001 */
				taskId: components['parameters']['TaskId'];
				/** @example d20000000000000000000001 */
				conditionId: components['parameters']['ConditionId'];
			};
			cookie?: never;
		};
		/**
		 * Get a condition of a task
		 * @description Path and answer are inferred from the actions and transitions of a task.
		 */
		get: operations['taskCondition.get'];
		put?: never;
		post?: never;
		/**
		 * Delete a condition of a task
		 * @description Path and the answer without a body are inferred from the actions and transitions of a task.
		 */
		delete: operations['taskCondition.delete'];
		options?: never;
		head?: never;
		/**
		 * Update a condition of a task
		 * @description Path, body and answer are inferred from the actions and transitions of a task.
		 */
		patch: operations['taskCondition.update'];
		trace?: never;
	};
	'/api/v1/realms/{realmId}/quests/{questId}/tasks/{taskId}/conditions/{conditionId}/pre-data': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example d00000000000000000000001 */
				questId: components['parameters']['QuestId'];
				/** @example d10000000000000000000001 */
				taskId: components['parameters']['TaskId'];
				/** @example d20000000000000000000001 */
				conditionId: components['parameters']['ConditionId'];
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Prepare data for a condition
		 * @description Path and answer are partly stated, the body is not; any JSON object is taken.
		 */
		post: operations['taskCondition.createPreData'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/quests/{questId}/tasks/{taskId}/conditions/{conditionId}/pre-data/search': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example d00000000000000000000001 */
				questId: components['parameters']['QuestId'];
				/** @example d10000000000000000000001 */
				taskId: components['parameters']['TaskId'];
				/** @example d20000000000000000000001 */
				conditionId: components['parameters']['ConditionId'];
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Search the prepared data of a condition
		 * @description Path and answer are partly stated, the body is not. The sandbox answers the records whose data has every
		 *     field of the body.
		 */
		post: operations['taskCondition.searchPreData'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realm/{realmId}/webhooks': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
			};
			cookie?: never;
		};
		/**
		 * List the webhooks of a realm
		 * @description The sandbox never shows a secret again.
		 */
		get: operations['webhook.getMany'];
		put?: never;
		/**
		 * Register a webhook
		 * @description The answer has an `id`; its status and the rest of its fields are inferred. A new hook is active.
		 */
		post: operations['webhook.create'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realm/{realmId}/webhooks/{webhookId}': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example 7c1e5a9d0b2f4e6881a3c5d7 */
				webhookId: string;
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		post?: never;
		/**
		 * Delete a webhook
		 * @description The answer without a body is inferred.
		 */
		delete: operations['webhook.delete'];
		options?: never;
		head?: never;
		/**
		 * Update a webhook
		 * @description Sets any of the registration fields. The answer is inferred.
		 */
		patch: operations['webhook.update'];
		trace?: never;
	};
}
export interface webhooks {
	'member.joined': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A member joined the realm */
		post: operations['event.memberJoined'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'member.left': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A member left the realm */
		post: operations['event.memberLeft'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'member.points.awarded': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A member was awarded points */
		post: operations['event.memberPointsAwarded'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'quest.completed': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A member completed a quest */
		post: operations['event.questCompleted'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'quest.started': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A member started a quest */
		post: operations['event.questStarted'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'store.purchase.completed': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A member bought something in the store */
		post: operations['event.storePurchaseCompleted'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
}
export interface components {
	schemas: {
		/**
		 * @example {
		 *       "code": "KqCNUw2zBvNf5m0cXrX6yA",
		 *       "grant_type": "authorization_code",
		 *       "redirect_uri": "https://club.example/linked"
		 *     }
		 */
		TokenRequest: {
			code: string;
			/** @enum {unknown} */
			grant_type?: 'authorization_code' | null;
			redirect_uri?: string | null;
		};
		/**
		 * @example {
		 *       "serviceId": "b00000000000000000000001"
		 *     }
		 */
		TokenResult: {
			serviceId: string;
		};
		/**
		 * @example {
		 *       "name": "Club Bot",
		 *       "description": "Greets you and hands out stars.",
		 *       "pfp": "https://images.example/club-bot.png",
		 *       "verified": true,
		 *       "developer": "Lighthouse Club"
		 *     }
		 */
		ConsentApp: {
			name: string;
			description: string;
			/** @description Address of the app's picture */
			pfp: string;
			verified: boolean;
			developer: unknown;
		};
		/** @enum {string} */
		Period: '7d' | '30d' | '90d' | '1y';
		/**
		 * @example {
		 *       "id": "c00000000000000000000001",
		 *       "realmId": "a00000000000000000000001",
		 *       "name": "Stars",
		 *       "emoji": "⭐",
		 *       "default": true,
		 *       "metadata": {},
		 *       "createdAt": "2025-10-03T12:00:00.000Z",
		 *       "updatedAt": "2025-10-03T12:00:00.000Z",
		 *       "archived": false,
		 *       "archivedAt": null
		 *     }
		 */
		Currency: {
			id: string;
			realmId: string;
			name: string;
			emoji: string | null;
			default: boolean;
			metadata: Record<string, unknown>;
			/** Format: date-time */
			createdAt: string;
			/** Format: date-time */
			updatedAt: string;
			archived: boolean;
			/** Format: date-time */
			archivedAt: string | null;
			customEmojiUrl?: unknown;
			scopes?: unknown;
			ownership?: unknown;
			shareStatus?: unknown;
			parentRealmId?: unknown;
			parentRealmName?: unknown;
			permissions?: unknown;
		};
		/**
		 * @example {
		 *       "name": "Suns",
		 *       "emoji": "☀️",
		 *       "metadata": {
		 *         "season": "summer"
		 *       },
		 *       "default": true
		 *     }
		 */
		CurrencyUpdate: {
			name?: string;
			emoji?: string;
			metadata?: Record<string, unknown>;
			default?: boolean;
		};
		RealmAnalytics: {
			totalPointsSystems: number;
			totalActivePointsSystems: number;
			totalArchivedPointsSystems: number;
			totalHolders: number;
			totalPointsEarned: number;
			averagePointsPerHolder: number;
			last30DaysActivity: {
				pointsEarned: number;
				newHolders: number;
				transactionCount: number;
			};
			growthMetrics: {
				holdersGrowthRate: number;
				pointsEarnedGrowthRate: number;
				systemsGrowthRate: number;
			};
		};
		CurrencyAnalytics: {
			/** @example c00000000000000000000001 */
			pointsSystemId: string;
			/** @example Stars */
			pointsSystemName: string;
			totalHolders: number;
			totalPointsEarned: number;
			totalPointsSpent: number;
			averageBalance: number;
			last30DaysActivity: {
				pointsEarned: number;
				pointsSpent: number;
				newHolders: number;
				transactionCount: number;
			};
			distribution: {
				topPercentileHolders: number;
				medianBalance: number;
				averageBalance: number;
			};
			recentActivity: {
				/** @example 2026-01-31 */
				date: string;
				pointsEarned: number;
				pointsSpent: number;
				newHolders: number;
			}[];
			topHolders: {
				/** @example b00000000000000000000001 */
				userId: string;
				/** @example ada */
				username: string;
				balance: number;
				rank: number;
			}[];
		};
		/**
		 * @example {
		 *       "id": "c00000000000000000000001",
		 *       "name": "Stars"
		 *     }
		 */
		RealmPoint: {
			id?: string;
			name?: string;
		};
		EventEnvelope: {
			type: string;
			/** Format: date-time */
			timestamp: string;
			realmId: string;
			data: Record<string, unknown>;
		};
		/**
		 * @example {
		 *       "id": "b00000000000000000000001",
		 *       "username": "ada"
		 *     }
		 */
		MemberReference: {
			id: string;
			username: string;
		};
		/**
		 * @example {
		 *       "type": "member.joined",
		 *       "timestamp": "2026-01-31T12:00:00.000Z",
		 *       "realmId": "a00000000000000000000001",
		 *       "data": {
		 *         "member": {
		 *           "id": "b00000000000000000000001",
		 *           "username": "ada",
		 *           "displayName": "Ada Lindqvist",
		 *           "joinedAt": "2026-01-31T12:00:00.000Z",
		 *           "credentials": [
		 *             {
		 *               "type": "discord",
		 *               "platformId": "900000000000001001"
		 *             }
		 *           ]
		 *         }
		 *       }
		 *     }
		 */
		MemberJoinedEvent: {
			/** @constant */
			type?: 'member.joined';
			data?: {
				member: {
					id: string;
					username: string;
					displayName: string;
					/** Format: date-time */
					joinedAt: string;
					credentials: {
						type: string;
						platformId: string;
					}[];
				};
			};
		} & components['schemas']['EventEnvelope'];
		/**
		 * @example {
		 *       "type": "member.left",
		 *       "timestamp": "2026-01-31T12:00:00.000Z",
		 *       "realmId": "a00000000000000000000001",
		 *       "data": {
		 *         "memberId": "b00000000000000000000001",
		 *         "leftAt": "2026-01-31T12:00:00.000Z"
		 *       }
		 *     }
		 */
		MemberLeftEvent: {
			/** @constant */
			type?: 'member.left';
			data?: {
				memberId: string;
				/** Format: date-time */
				leftAt: string;
			};
		} & components['schemas']['EventEnvelope'];
		/**
		 * @example {
		 *       "type": "member.points.awarded",
		 *       "timestamp": "2026-01-31T12:00:00.000Z",
		 *       "realmId": "a00000000000000000000001",
		 *       "data": {
		 *         "member": {
		 *           "id": "b00000000000000000000001",
		 *           "username": "ada"
		 *         },
		 *         "points": {
		 *           "amount": 50,
		 *           "realmPoint": {
		 *             "id": "c00000000000000000000001",
		 *             "name": "Stars",
		 *             "emoji": "⭐"
		 *           }
		 *         },
		 *         "reason": "Completed the quest First steps",
		 *         "newBalance": 250
		 *       }
		 *     }
		 */
		MemberPointsAwardedEvent: {
			/** @constant */
			type?: 'member.points.awarded';
			data?: {
				member: components['schemas']['MemberReference'];
				points: {
					amount: number;
					realmPoint: {
						id: string;
						name: string;
						emoji: string | null;
					};
				};
				reason: string;
				newBalance: number;
			};
		} & components['schemas']['EventEnvelope'];
		/**
		 * @example {
		 *       "type": "quest.completed",
		 *       "timestamp": "2026-01-31T12:00:00.000Z",
		 *       "realmId": "a00000000000000000000001",
		 *       "data": {
		 *         "quest": {
		 *           "id": "d00000000000000000000001",
		 *           "name": "First steps",
		 *           "type": "ONBOARDING"
		 *         },
		 *         "member": {
		 *           "id": "b00000000000000000000001",
		 *           "username": "ada"
		 *         },
		 *         "completedAt": "2026-01-31T12:00:00.000Z",
		 *         "rewards": [
		 *           {
		 *             "type": "points",
		 *             "amount": 50,
		 *             "realmPointId": "c00000000000000000000001"
		 *           }
		 *         ]
		 *       }
		 *     }
		 */
		QuestCompletedEvent: {
			/** @constant */
			type?: 'quest.completed';
			data?: {
				quest: {
					id: string;
					name: string;
					type: string;
				};
				member: components['schemas']['MemberReference'];
				/** Format: date-time */
				completedAt: string;
				rewards: {
					type: string;
					amount: number;
					realmPointId: string;
				}[];
			};
		} & components['schemas']['EventEnvelope'];
		/**
		 * @example {
		 *       "type": "quest.started",
		 *       "timestamp": "2026-01-31T12:00:00.000Z",
		 *       "realmId": "a00000000000000000000001",
		 *       "data": {
		 *         "quest": {
		 *           "id": "d00000000000000000000001",
		 *           "name": "First steps"
		 *         },
		 *         "member": {
		 *           "id": "b00000000000000000000001",
		 *           "username": "ada"
		 *         },
		 *         "startedAt": "2026-01-31T12:00:00.000Z"
		 *       }
		 *     }
		 */
		QuestStartedEvent: {
			/** @constant */
			type?: 'quest.started';
			data?: {
				quest: {
					id: string;
					name: string;
				};
				member: components['schemas']['MemberReference'];
				/** Format: date-time */
				startedAt: string;
			};
		} & components['schemas']['EventEnvelope'];
		/**
		 * @example {
		 *       "type": "store.purchase.completed",
		 *       "timestamp": "2026-01-31T12:00:00.000Z",
		 *       "realmId": "a00000000000000000000001",
		 *       "data": {
		 *         "purchase": {
		 *           "id": "e20000000000000000000001"
		 *         },
		 *         "item": {
		 *           "id": "e00000000000000000000002",
		 *           "name": "Mug",
		 *           "cost": 250
		 *         },
		 *         "member": {
		 *           "id": "b00000000000000000000001",
		 *           "username": "ada"
		 *         },
		 *         "completedAt": "2026-01-31T12:00:00.000Z"
		 *       }
		 *     }
		 */
		StorePurchaseCompletedEvent: {
			/** @constant */
			type?: 'store.purchase.completed';
			data?: {
				purchase: {
					id: string;
				};
				item: {
					id: string;
					name: string;
					cost: number;
				};
				member: components['schemas']['MemberReference'];
				/** Format: date-time */
				completedAt: string;
			};
		} & components['schemas']['EventEnvelope'];
		/**
		 * @example {
		 *       "id": "f20000000000000000000002",
		 *       "jobId": "f20000000000000000000002",
		 *       "status": "completed",
		 *       "name": "Members as JSON",
		 *       "modelType": "member",
		 *       "format": "json",
		 *       "progress": 100,
		 *       "totalRecords": 12,
		 *       "processedRecords": 12,
		 *       "blobUrl": "http://127.0.0.1:4010/files/members-f20000000000000000000002.json",
		 *       "fileName": "members-f20000000000000000000002.json",
		 *       "fileSize": 1467,
		 *       "downloadCount": 0,
		 *       "error": null,
		 *       "startedAt": "2026-01-30T12:00:00.000Z",
		 *       "completedAt": "2026-01-30T12:00:00.000Z",
		 *       "expiresAt": "2026-02-07T12:00:00.000Z",
		 *       "createdAt": "2026-01-30T12:00:00.000Z",
		 *       "updatedAt": "2026-01-30T12:00:00.000Z"
		 *     }
		 */
		ExportJob: {
			id: string;
			jobId: string;
			status: string;
			name: string | null;
			modelType: string;
			format: string;
			progress: number;
			totalRecords: number | null;
			processedRecords: number;
			blobUrl: string | null;
			fileName: string | null;
			fileSize: number | null;
			downloadCount: number;
			error: string | null;
			/** Format: date-time */
			startedAt: string | null;
			/** Format: date-time */
			completedAt: string | null;
			/** Format: date-time */
			expiresAt: string;
			/** Format: date-time */
			createdAt: string;
			/** Format: date-time */
			updatedAt: string;
		};
		/**
		 * @example username
		 * @enum {string}
		 */
		MemberSearchType: 'service-id' | 'twitter-id' | 'discord-id' | 'wallet' | 'email' | 'username';
		/**
		 * @example {
		 *       "id": "b00000000000000000000001",
		 *       "realmMemberId": "b10000000000000000000001",
		 *       "joinedAt": "2025-10-27T12:00:00.000Z",
		 *       "username": "ada",
		 *       "displayName": "Ada Lindqvist",
		 *       "email": "ada@members.example",
		 *       "credentials": [
		 *         {
		 *           "format": "oauth",
		 *           "publicIdentifier": "ada#1001",
		 *           "oauthProvider": "discord",
		 *           "oauthAccountId": "900000000000001001",
		 *           "oauthUsername": "ada"
		 *         },
		 *         {
		 *           "format": "wallet",
		 *           "publicIdentifier": "0x0000000000000000000000000000000000000001",
		 *           "walletName": "Sandbox Wallet",
		 *           "chain": "ethereum"
		 *         }
		 *       ],
		 *       "balances": [
		 *         {
		 *           "balance": 200,
		 *           "currencyId": "c00000000000000000000001",
		 *           "currencyName": "Stars",
		 *           "currencyEmoji": "⭐"
		 *         }
		 *       ],
		 *       "metadata": {
		 *         "team": "red"
		 *       }
		 *     }
		 */
		Member: {
			/** @description The account id; the serviceId of every member path */
			id: string;
			/** @description The membership id; never used in a path */
			realmMemberId?: string;
			/** Format: date-time */
			joinedAt: string;
			username?: string;
			displayName?: string;
			imageUrl?: string;
			email?: string;
			about?: string;
			alias?: string;
			/** Format: date-time */
			firstVisit?: string;
			/** Format: date-time */
			lastVisit?: string;
			/** Format: date-time */
			lastActive?: string;
			hasRealmActivity?: boolean;
			referralId?: string;
			credentials?: {
				format?: string;
				publicIdentifier?: string;
				oauthProvider?: string;
				oauthAccountId?: string;
				oauthUsername?: string;
				walletName?: string;
				chain?: string;
			}[];
			balances?: {
				balance?: number;
				currencyId?: string;
				currencyName?: string;
				currencyEmoji?: string | null;
			}[];
			teamMembership?: unknown;
			notes?: unknown;
			metadata?: Record<string, unknown>;
		};
		MemberSearchResult: {
			data: components['schemas']['Member'][];
			meta: {
				total: number;
				page: number;
				limit: number;
				totalPages: number;
				/**
				 * @example {
				 *       "access": true,
				 *       "approved": true,
				 *       "reason": null
				 *     }
				 */
				credentials?: {
					access?: unknown;
					approved?: unknown;
					reason?: unknown;
				};
			};
		};
		/**
		 * @example {
		 *       "amount": 25,
		 *       "recipientId": "b00000000000000000000001",
		 *       "currencyId": "c00000000000000000000001"
		 *     }
		 */
		TransferRequest: {
			amount: number;
			recipientId: string;
			currencyId?: string;
		};
		/**
		 * @example {
		 *       "id": "3f2a9c01d2e44b7f8a6c5e10",
		 *       "senderId": "b0000000000000000000000c",
		 *       "recipientId": "b00000000000000000000001",
		 *       "balance": 999975,
		 *       "currencyId": "c00000000000000000000001"
		 *     }
		 */
		TransferResult: {
			id: string;
			senderId: string;
			recipientId: string;
			/** @description The sender's new balance */
			balance: number;
			currencyId: string;
		};
		/**
		 * @example {
		 *       "id": "f00000000000000000000001",
		 *       "contractAddress": "0x5a9d00000000000000000000000000000000c0de",
		 *       "chain": "ethereum",
		 *       "tokenId": "7",
		 *       "owner": "0x0000000000000000000000000000000000000001",
		 *       "name": "Lamp keeper #7",
		 *       "description": "Keeps the lamp burning.",
		 *       "image": "https://images.example/lamp-keeper-7.png",
		 *       "attributes": [
		 *         {
		 *           "trait_type": "Shift",
		 *           "value": "Night"
		 *         }
		 *       ]
		 *     }
		 */
		NftDetails: {
			id: string;
			contractAddress: string;
			chain: components['schemas']['Chain'];
			tokenId: string;
			owner: string;
			name: string;
			description: string;
			image: string;
			attributes: unknown[];
		};
		/**
		 * @example {
		 *       "id": "f00000000000000000000001",
		 *       "contractAddress": "0x5a9d00000000000000000000000000000000c0de",
		 *       "chain": "ethereum",
		 *       "tokenId": "7",
		 *       "owner": "0x0000000000000000000000000000000000000001",
		 *       "name": "Lamp keeper #7",
		 *       "description": "Keeps the lamp burning.",
		 *       "image": "https://images.example/lamp-keeper-7.png",
		 *       "attributes": [
		 *         {
		 *           "trait_type": "Shift",
		 *           "value": "Night"
		 *         }
		 *       ],
		 *       "balances": [
		 *         {
		 *           "realmPointId": "c00000000000000000000001",
		 *           "balance": 340,
		 *           "lastCredited": "2026-01-27T12:00:00.000Z",
		 *           "lastCreditedBy": 40,
		 *           "pointMetadata": null
		 *         }
		 *       ]
		 *     }
		 */
		ActivationNftBalance: {
			id?: string;
			contractAddress?: string;
			chain?: components['schemas']['Chain'];
			tokenId?: string;
			owner?: string;
			name?: string;
			description?: string;
			image?: string;
			attributes?: unknown[];
			balances: {
				realmPointId: string;
				balance: number;
				/** Format: date-time */
				lastCredited: string;
				lastCreditedBy: number;
				pointMetadata: Record<string, unknown> | null;
			}[];
		};
		/**
		 * @example {
		 *       "id": "e20000000000000000000001",
		 *       "quantity": 1,
		 *       "totalPrice": 250,
		 *       "status": "completed",
		 *       "createdAt": "2026-01-29T12:00:00.000Z",
		 *       "finalizedAt": "2026-01-31T12:00:00.000Z",
		 *       "isFinalized": true,
		 *       "metadata": {
		 *         "address": "1 Harbour Road"
		 *       },
		 *       "finalizedMetadata": {
		 *         "note": "sent by post"
		 *       },
		 *       "storeItem": {
		 *         "id": "e10000000000000000000002",
		 *         "item": {
		 *           "id": "e00000000000000000000002",
		 *           "name": "Mug",
		 *           "type": "PHYSICAL"
		 *         }
		 *       }
		 *     }
		 */
		Purchase: {
			id: string;
			quantity: number;
			totalPrice: number;
			status: string;
			createdAt: string;
			finalizedAt?: string;
			isFinalized: boolean;
			metadata: Record<string, unknown>;
			finalizedMetadata?: Record<string, unknown>;
			storeItem: {
				id: string;
				item: {
					id: string;
					name: string;
					type: string;
				};
			};
		};
		Quest: {
			id?: string;
			name?: string;
			description?: string | null;
			type?: string;
			tasks?: components['schemas']['Task'][];
		};
		Raffle: {
			id?: string;
			item?: components['schemas']['Item'];
			requiredMetadata?: unknown[];
			realmPoint?: components['schemas']['RealmPoint'];
			currencyId?: string;
			ticketPrice?: number;
			maxTickets?: number | null;
			maxPerUser?: number | null;
			winnerCount?: number;
			/** Format: date-time */
			startDate?: string;
			/** Format: date-time */
			endDate?: string;
			status?: string;
			winners?: unknown[];
		};
		/**
		 * @example {
		 *       "id": "a00000000000000000000001",
		 *       "name": "Lighthouse Club",
		 *       "ownerId": "b00000000000000000000001",
		 *       "description": "A club that thanks its members for showing up.",
		 *       "subdomain": "lighthouse",
		 *       "level": 1,
		 *       "premiumLevel": 0,
		 *       "published": true,
		 *       "verified": false,
		 *       "tags": [
		 *         "club"
		 *       ],
		 *       "socialLinks": [
		 *         {
		 *           "type": "website",
		 *           "value": "https://lighthouse.example"
		 *         }
		 *       ],
		 *       "createdAt": "2025-09-23T12:00:00.000Z",
		 *       "updatedAt": "2026-01-26T12:00:00.000Z"
		 *     }
		 */
		Realm: {
			id: components['schemas']['ObjectId'];
			name: string;
			ownerId: string;
			description: string;
			subdomain: string;
			level?: number;
			premiumLevel?: number;
			members?: unknown[];
			subscriptions?: unknown[];
			teamMembers?: unknown[];
			logo?: string;
			banner?: string;
			image?: string;
			customDomain?: string;
			serverId?: string;
			tokenAlias?: string;
			wallet?: string;
			published?: boolean;
			verified?: boolean;
			tags?: string[];
			socialLinks?: {
				type?: string;
				value?: string;
			}[];
			configuration?: Record<string, unknown>;
			whitelabel?: Record<string, unknown>;
			analytics?: Record<string, unknown>;
			/** Format: date-time */
			createdAt?: string;
			/** Format: date-time */
			updatedAt?: string;
		};
		/** @example a00000000000000000000001 */
		ObjectId: string;
		/** @enum {string} */
		Chain:
			| 'ethereum'
			| 'polygon'
			| 'arbitrum'
			| 'optimism'
			| 'base'
			| 'zksync'
			| 'starknet'
			| 'scroll'
			| 'polygonZkEVM'
			| 'arbitrumNova'
			| 'avalanche'
			| 'gnosis'
			| 'opbnb'
			| 'metis'
			| 'astar'
			| 'linea'
			| 'mantle'
			| 'berachain'
			| 'flow'
			| 'crossfi'
			| 'soneium'
			| 'worldchain'
			| 'rootstock'
			| 'shape'
			| 'unichain'
			| 'apechain'
			| 'geist'
			| 'lens'
			| 'abstract'
			| 'lumia'
			| 'ink'
			| 'zetachain'
			| 'blast'
			| 'sonic'
			| 'zora'
			| 'settlus'
			| 'solana'
			| 'bsc';
		/**
		 * @example {
		 *       "error": "body: amount must be integer"
		 *     }
		 */
		Error: {
			error: string;
		};
		/**
		 * @example {
		 *       "error": "Conflict",
		 *       "message": "The purchase is already finalized."
		 *     }
		 */
		ErrorWithMessage: {
			error: string;
			message: string;
		};
		/**
		 * @example {
		 *       "error": "Forbidden",
		 *       "message": "The API key lacks the permission points:write."
		 *     }
		 */
		ForbiddenError: {
			/** @constant */
			error: 'Forbidden';
			message: string;
		};
		/**
		 * @example {
		 *       "error": "Not Found",
		 *       "message": "There is no such member."
		 *     }
		 */
		NotFoundError: {
			/** @constant */
			error: 'Not Found';
			message: string;
		};
		/**
		 * @example {
		 *       "error": "Internal Server Error",
		 *       "message": null
		 *     }
		 */
		ServerError: {
			error: string;
			message: string | null;
		};
		/**
		 * @example {
		 *       "error": "Unprocessable Entity",
		 *       "message": "Insufficient balance",
		 *       "details": {
		 *         "currentBalance": 20,
		 *         "requestedAmount": 25
		 *       },
		 *       "requestId": "0b0f4a52-6c0e-4f0a-9d8e-3b1f5a7c9e21",
		 *       "timestamp": "2026-01-31T12:00:00.000Z"
		 *     }
		 */
		BusinessRuleError: {
			error: string;
			message: string;
			details: {
				currentBalance?: number;
				requestedAmount?: number;
			};
			requestId: string;
			/** Format: date-time */
			timestamp: string;
		};
		/**
		 * @example {
		 *       "error": "Too Many Requests",
		 *       "message": "Too many requests. Try again in 12 s.",
		 *       "retryAfter": 12
		 *     }
		 */
		RateLimitError: {
			error: string;
			message: string;
			/** @description Seconds */
			retryAfter: number;
		};
		/**
		 * @example {
		 *       "metadata": {
		 *         "note": "sent by post"
		 *       }
		 *     }
		 */
		MetadataRequest: {
			metadata: Record<string, unknown>;
		};
		StoreItem: {
			id?: string;
			item?: components['schemas']['Item'];
			requiredMetadata?: unknown[];
			realmPoint?: components['schemas']['RealmPoint'];
			currencyId?: string;
			price?: number;
			stock?: number | null;
			maxPerUser?: number | null;
		};
		Item: {
			id?: string;
			name?: string;
			description?: string;
			image?: string;
			/** @description DIGITAL, PHYSICAL or NFT */
			type?: string;
			metadata?: Record<string, unknown>;
		};
		Task: {
			id?: string;
			questId?: string;
			name?: string;
			type?: string;
			description?: string | null;
			config?: Record<string, unknown> | null;
			triggers?: components['schemas']['TaskPart'][];
			conditions?: components['schemas']['TaskPart'][];
			actions?: components['schemas']['TaskPart'][];
			fromTransitions?: components['schemas']['TaskTransition'][];
			toTransitions?: components['schemas']['TaskTransition'][];
		};
		/**
		 * @example {
		 *       "id": "d20000000000000000000001",
		 *       "taskId": "d10000000000000000000001",
		 *       "type": "PAGE_VISITED",
		 *       "config": {
		 *         "path": "/welcome"
		 *       },
		 *       "createdAt": "2025-12-02T12:00:00.000Z",
		 *       "updatedAt": "2025-12-02T12:00:00.000Z"
		 *     }
		 */
		TaskPart: {
			id: string;
			taskId: string;
			type: string;
			config: Record<string, unknown> | null;
			/** Format: date-time */
			createdAt: string;
			/** Format: date-time */
			updatedAt: string;
		};
		TaskTransition: {
			id?: string;
			fromTaskId?: string;
			toTaskId?: string | null;
			condition?: unknown;
			/** Format: date-time */
			createdAt?: string;
			/** Format: date-time */
			updatedAt?: string;
		};
		/**
		 * @example {
		 *       "type": "PAGE_VISITED",
		 *       "config": {
		 *         "path": "/hello"
		 *       }
		 *     }
		 */
		TaskPartUpdate: {
			type?: string;
			config?: Record<string, unknown>;
		};
		/**
		 * @example {
		 *       "type": "PAGE_VISITED",
		 *       "config": {
		 *         "path": "/welcome"
		 *       }
		 *     }
		 */
		TaskConditionRequest: {
			type: string;
			config?: Record<string, unknown>;
		};
		TaskConditionAnswer: {
			data: components['schemas']['TaskPart'];
		};
		/**
		 * @example {
		 *       "id": "9b1d3f5a7c2e4f60818a2b4c",
		 *       "conditionId": "d20000000000000000000001",
		 *       "data": {
		 *         "code": "spring"
		 *       },
		 *       "usageCount": 0,
		 *       "usageLimit": 1,
		 *       "createdAt": "2026-01-31T12:00:00.000Z",
		 *       "updatedAt": "2026-01-31T12:00:00.000Z"
		 *     }
		 */
		ConditionPreData: {
			id: string;
			conditionId: string;
			data: Record<string, unknown>;
			usageCount: number;
			usageLimit: number;
			/** Format: date-time */
			createdAt: string;
			/** Format: date-time */
			updatedAt: string;
		};
		/**
		 * @example {
		 *       "id": "7c1e5a9d0b2f4e6881a3c5d7",
		 *       "url": "https://automation.example/webhook/rewards",
		 *       "events": [
		 *         "quest.completed"
		 *       ],
		 *       "active": true
		 *     }
		 */
		Webhook: {
			id: string;
			url: string;
			events: string[];
			secret?: string;
			active: boolean;
		};
		/**
		 * @example {
		 *       "url": "https://automation.example/webhook/rewards",
		 *       "events": [
		 *         "quest.completed"
		 *       ],
		 *       "secret": "a long random text"
		 *     }
		 */
		WebhookRequest: {
			/** Format: uri */
			url: string;
			events: string[];
			secret?: string;
		};
		/**
		 * @example {
		 *       "url": "https://automation.example/webhook/rewards",
		 *       "events": [
		 *         "member.joined"
		 *       ],
		 *       "secret": "a long random text",
		 *       "active": true
		 *     }
		 */
		WebhookUpdate: {
			/** Format: uri */
			url?: string;
			events?: string[];
			secret?: string;
			active?: boolean;
		};
	};
	responses: {
		/** @description The code or the app was refused; the word says why */
		ConsentError: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				/**
				 * @example {
				 *       "error": "invalid_code"
				 *     }
				 */
				'application/json': components['schemas']['Error'];
			};
		};
		/** @description The request does not fit */
		BadRequest: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Error'];
			};
		};
		/** @description The key is missing, unknown or expired. The body is not stated. */
		Unauthorized: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				/**
				 * @example {
				 *       "error": "Unauthorized",
				 *       "message": "The API key is unknown."
				 *     }
				 */
				'application/json': unknown;
			};
		};
		/** @description The key lacks a permission or belongs to another realm */
		Forbidden: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ForbiddenError'];
			};
		};
		/** @description There is no such thing */
		NotFound: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['NotFoundError'];
			};
		};
		/** @description The state does not allow it */
		Conflict: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ErrorWithMessage'];
			};
		};
		/** @description It was there and is no more */
		Gone: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				/**
				 * @example {
				 *       "error": "Gone",
				 *       "message": "The file of the export job has expired."
				 *     }
				 */
				'application/json': components['schemas']['ErrorWithMessage'];
			};
		};
		/** @description A rule of the service forbids it, for example a balance that is too low */
		BusinessRule: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['BusinessRuleError'];
			};
		};
		/** @description The realm has used up its requests */
		TooManyRequests: {
			headers: {
				/** @example 12 */
				'Retry-After': string;
				/** @example 500 */
				'X-RateLimit-Limit': string;
				/** @example 0 */
				'X-RateLimit-Remaining': string;
				/** @example 1769860812 */
				'X-RateLimit-Reset': string;
				/** @example 60 */
				'X-RateLimit-Window': string;
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['RateLimitError'];
			};
		};
		/** @description The service failed */
		ServerError: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ServerError'];
			};
		};
	};
	parameters: {
		/**
		 * @description `sha256=` and the lowercase hexadecimal HMAC-SHA256 of the body; absent for a hook without a secret
		 * @example sha256=7d38b5cd25a2baf85ad3bb5b9311383e671a8a142eb302b324d4a5fba8748c69
		 */
		Signature: string;
		/** @example f20000000000000000000001 */
		JobId: string;
		/** @example a00000000000000000000001 */
		RealmId: string;
		/** @example a00000000000000000000001 */
		RealmObjectId: components['schemas']['ObjectId'];
		/** @example b00000000000000000000001 */
		ServiceId: string;
		/** @example b00000000000000000000001 */
		ServiceObjectId: components['schemas']['ObjectId'];
		/** @example c00000000000000000000001 */
		CurrencyId: string;
		/** @example d00000000000000000000001 */
		QuestId: string;
		/** @example d10000000000000000000001 */
		TaskId: string;
		/** @example 7 */
		TokenId: string;
		/** @example d20000000000000000000001 */
		ConditionId: string;
	};
	requestBodies: never;
	headers: never;
	pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
	'consent.exchangeCode': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['TokenRequest'];
			};
		};
		responses: {
			/** @description The member who consented */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['TokenResult'];
				};
			};
			400: components['responses']['ConsentError'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'consent.getApp': {
		parameters: {
			query: {
				/** @example club-bot */
				client_id: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The app */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ConsentApp'];
				};
			};
			400: components['responses']['ConsentError'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'consent.createAuthorizationUrl': {
		parameters: {
			query: {
				/** @example club-bot */
				client_id: string;
				/** @example https://club.example/linked */
				redirect_uri: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The page that asks */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					/** @example <h1>Allow Club Bot to know who you are?</h1> */
					'text/html': string;
				};
			};
			/** @description The page that says what is wrong with the link */
			400: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					/** @example <h1>This link does not work</h1> */
					'text/html': string;
					'application/json': components['schemas']['Error'];
				};
			};
			500: components['responses']['ServerError'];
		};
	};
	'currency.update': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example c00000000000000000000001 */
				currencyId: components['parameters']['CurrencyId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['CurrencyUpdate'];
			};
		};
		responses: {
			/** @description The currency after the update */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['Currency'];
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'currency.getRealmAnalytics': {
		parameters: {
			query?: {
				period?: components['schemas']['Period'];
			};
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The analytics */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['RealmAnalytics'];
					};
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'currency.getAnalytics': {
		parameters: {
			query?: {
				period?: components['schemas']['Period'];
				includeTopHolders?: boolean;
				topHoldersLimit?: number;
			};
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example c00000000000000000000001 */
				currencyId: components['parameters']['CurrencyId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The analytics */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['CurrencyAnalytics'];
					};
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'export.get': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example f20000000000000000000001 */
				jobId: components['parameters']['JobId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The job */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ExportJob'];
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'export.download': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example f20000000000000000000001 */
				jobId: components['parameters']['JobId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The file itself, should the service not redirect; inferred. The sandbox always redirects. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					/** @example id,username */
					'text/csv': string;
					/**
					 * @example [
					 *       {
					 *         "id": "b00000000000000000000001",
					 *         "username": "ada"
					 *       }
					 *     ]
					 */
					'application/json': unknown[];
				};
			};
			/** @description The file is at the address in Location */
			302: {
				headers: {
					/** @example http://127.0.0.1:4010/files/members-f20000000000000000000002.json */
					Location: string;
					[name: string]: unknown;
				};
				content?: never;
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			410: components['responses']['Gone'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'member.search': {
		parameters: {
			query: {
				/** @description What the values are */
				type: components['schemas']['MemberSearchType'];
				/**
				 * @description One to 50 values, separated by commas
				 * @example ada,bruno
				 */
				values: string;
				/** @description Page number, counted from 1 */
				page?: number;
				/** @description Members per page */
				limit?: number;
			};
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The members found */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['MemberSearchResult'];
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'member.transferBalance': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmObjectId'];
				/** @example b00000000000000000000001 */
				serviceId: components['parameters']['ServiceObjectId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['TransferRequest'];
			};
		};
		responses: {
			/** @description The transfer happened */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['TransferResult'];
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			422: components['responses']['BusinessRule'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'member.updateMetadata': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example b00000000000000000000001 */
				serviceId: components['parameters']['ServiceId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['MetadataRequest'];
			};
		};
		responses: {
			/** @description The metadata was stored */
			204: {
				headers: {
					[name: string]: unknown;
				};
				content?: never;
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'nft.getBalance': {
		parameters: {
			query?: {
				chain?: components['schemas']['Chain'];
				includeNft?: boolean;
			};
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example f10000000000000000000001 */
				activationId: string;
				/** @example 7 */
				tokenId: components['parameters']['TokenId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The balances of the NFT */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['ActivationNftBalance'];
					};
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'nft.get': {
		parameters: {
			query?: {
				chain?: components['schemas']['Chain'];
			};
			header?: never;
			path: {
				/** @example 0x5a9d00000000000000000000000000000000c0de */
				contractAddress: string;
				/** @example 7 */
				tokenId: components['parameters']['TokenId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The NFT */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['NftDetails'];
					};
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'purchase.finalize': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example e20000000000000000000001 */
				purchaseId: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['MetadataRequest'];
			};
		};
		responses: {
			/** @description The finalized purchase */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Purchase'];
					};
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'realm.get': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The realm */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['Realm'];
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'taskAction.update': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example d00000000000000000000001 */
				questId: components['parameters']['QuestId'];
				/** @example d10000000000000000000001 */
				taskId: components['parameters']['TaskId'];
				/** @example d30000000000000000000001 */
				actionId: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['TaskPartUpdate'];
			};
		};
		responses: {
			/** @description The action after the update */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['TaskPart'];
					};
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'taskCondition.getMany': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example d00000000000000000000001 */
				questId: components['parameters']['QuestId'];
				/** @example d10000000000000000000001 */
				taskId: components['parameters']['TaskId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The conditions */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['TaskPart'][];
						/**
						 * @example {
						 *       "total": 1,
						 *       "page": 1,
						 *       "limit": 1,
						 *       "totalPages": 1
						 *     }
						 */
						meta?: Record<string, unknown>;
					};
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'taskCondition.create': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example d00000000000000000000001 */
				questId: components['parameters']['QuestId'];
				/** @example d10000000000000000000001 */
				taskId: components['parameters']['TaskId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['TaskConditionRequest'];
			};
		};
		responses: {
			/** @description The new condition */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['TaskConditionAnswer'];
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'taskCondition.get': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example d00000000000000000000001 */
				questId: components['parameters']['QuestId'];
				/** @example d10000000000000000000001 */
				taskId: components['parameters']['TaskId'];
				/** @example d20000000000000000000001 */
				conditionId: components['parameters']['ConditionId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The condition */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['TaskConditionAnswer'];
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'taskCondition.delete': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example d00000000000000000000001 */
				questId: components['parameters']['QuestId'];
				/** @example d10000000000000000000001 */
				taskId: components['parameters']['TaskId'];
				/** @example d20000000000000000000001 */
				conditionId: components['parameters']['ConditionId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The condition was deleted */
			204: {
				headers: {
					[name: string]: unknown;
				};
				content?: never;
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'taskCondition.update': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example d00000000000000000000001 */
				questId: components['parameters']['QuestId'];
				/** @example d10000000000000000000001 */
				taskId: components['parameters']['TaskId'];
				/** @example d20000000000000000000001 */
				conditionId: components['parameters']['ConditionId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['TaskPartUpdate'];
			};
		};
		responses: {
			/** @description The condition after the update */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['TaskConditionAnswer'];
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'taskCondition.createPreData': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example d00000000000000000000001 */
				questId: components['parameters']['QuestId'];
				/** @example d10000000000000000000001 */
				taskId: components['parameters']['TaskId'];
				/** @example d20000000000000000000001 */
				conditionId: components['parameters']['ConditionId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': Record<string, unknown>;
			};
		};
		responses: {
			/** @description The data was stored */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						/**
						 * @example {
						 *       "code": "spring"
						 *     }
						 */
						data: Record<string, unknown>;
						/** @example The data was stored. */
						message: string;
					};
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'taskCondition.searchPreData': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example d00000000000000000000001 */
				questId: components['parameters']['QuestId'];
				/** @example d10000000000000000000001 */
				taskId: components['parameters']['TaskId'];
				/** @example d20000000000000000000001 */
				conditionId: components['parameters']['ConditionId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': Record<string, unknown>;
			};
		};
		responses: {
			/** @description The records found */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['ConditionPreData'][];
					};
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'webhook.getMany': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The registrations */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Webhook'][];
					};
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'webhook.create': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['WebhookRequest'];
			};
		};
		responses: {
			/** @description The registration */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['Webhook'];
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'webhook.delete': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example 7c1e5a9d0b2f4e6881a3c5d7 */
				webhookId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The registration was deleted */
			204: {
				headers: {
					[name: string]: unknown;
				};
				content?: never;
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'webhook.update': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example 7c1e5a9d0b2f4e6881a3c5d7 */
				webhookId: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['WebhookUpdate'];
			};
		};
		responses: {
			/** @description The registration after the update */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['Webhook'];
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'event.memberJoined': {
		parameters: {
			query?: never;
			header?: {
				/**
				 * @description `sha256=` and the lowercase hexadecimal HMAC-SHA256 of the body; absent for a hook without a secret
				 * @example sha256=7d38b5cd25a2baf85ad3bb5b9311383e671a8a142eb302b324d4a5fba8748c69
				 */
				'X-Service-Signature'?: components['parameters']['Signature'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['MemberJoinedEvent'];
			};
		};
		responses: {
			/** @description The delivery is acknowledged */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content?: never;
			};
		};
	};
	'event.memberLeft': {
		parameters: {
			query?: never;
			header?: {
				/**
				 * @description `sha256=` and the lowercase hexadecimal HMAC-SHA256 of the body; absent for a hook without a secret
				 * @example sha256=7d38b5cd25a2baf85ad3bb5b9311383e671a8a142eb302b324d4a5fba8748c69
				 */
				'X-Service-Signature'?: components['parameters']['Signature'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['MemberLeftEvent'];
			};
		};
		responses: {
			/** @description The delivery is acknowledged */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content?: never;
			};
		};
	};
	'event.memberPointsAwarded': {
		parameters: {
			query?: never;
			header?: {
				/**
				 * @description `sha256=` and the lowercase hexadecimal HMAC-SHA256 of the body; absent for a hook without a secret
				 * @example sha256=7d38b5cd25a2baf85ad3bb5b9311383e671a8a142eb302b324d4a5fba8748c69
				 */
				'X-Service-Signature'?: components['parameters']['Signature'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['MemberPointsAwardedEvent'];
			};
		};
		responses: {
			/** @description The delivery is acknowledged */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content?: never;
			};
		};
	};
	'event.questCompleted': {
		parameters: {
			query?: never;
			header?: {
				/**
				 * @description `sha256=` and the lowercase hexadecimal HMAC-SHA256 of the body; absent for a hook without a secret
				 * @example sha256=7d38b5cd25a2baf85ad3bb5b9311383e671a8a142eb302b324d4a5fba8748c69
				 */
				'X-Service-Signature'?: components['parameters']['Signature'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['QuestCompletedEvent'];
			};
		};
		responses: {
			/** @description The delivery is acknowledged */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content?: never;
			};
		};
	};
	'event.questStarted': {
		parameters: {
			query?: never;
			header?: {
				/**
				 * @description `sha256=` and the lowercase hexadecimal HMAC-SHA256 of the body; absent for a hook without a secret
				 * @example sha256=7d38b5cd25a2baf85ad3bb5b9311383e671a8a142eb302b324d4a5fba8748c69
				 */
				'X-Service-Signature'?: components['parameters']['Signature'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['QuestStartedEvent'];
			};
		};
		responses: {
			/** @description The delivery is acknowledged */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content?: never;
			};
		};
	};
	'event.storePurchaseCompleted': {
		parameters: {
			query?: never;
			header?: {
				/**
				 * @description `sha256=` and the lowercase hexadecimal HMAC-SHA256 of the body; absent for a hook without a secret
				 * @example sha256=7d38b5cd25a2baf85ad3bb5b9311383e671a8a142eb302b324d4a5fba8748c69
				 */
				'X-Service-Signature'?: components['parameters']['Signature'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['StorePurchaseCompletedEvent'];
			};
		};
		responses: {
			/** @description The delivery is acknowledged */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content?: never;
			};
		};
	};
}
