// Made from sandbox/openapi/ by "npm run generate". Change the documents, not this file.

export interface paths {
	'/api/v1/accounts/find': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Find an account by an identifier
		 * @description Returns the account id, which is the `serviceId` in every member path. Returns null if no account matches. Other
		 *     installations return 404 instead, which means the same.
		 */
		get: operations['account.find'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/web3/activations': {
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
		 * List the activations of a realm
		 * @description The API document shows no query parameters. Paging is inferred.
		 */
		get: operations['activation.getMany'];
		put?: never;
		/**
		 * Add an activation
		 * @description The response is the record itself, not wrapped in `data`. The API document does not state what a second
		 *     activation of the same contract does. The sandbox creates another activation. The API document does not state
		 *     the required permission either.
		 */
		post: operations['activation.create'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/web3/activations/{activationId}': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example f10000000000000000000001 */
				activationId: components['parameters']['ActivationId'];
			};
			cookie?: never;
		};
		/**
		 * Get one activation
		 * @description The response wraps the record in `data`, unlike the response of `activation.create`.
		 */
		get: operations['activation.get'];
		put?: never;
		post?: never;
		/**
		 * Remove an activation
		 * @description The API document does not state what happens to the points that its NFTs earned. In the sandbox these points
		 *     return to the realm.
		 */
		delete: operations['activation.delete'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/web3/activations/{activationId}/sync': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example f10000000000000000000001 */
				activationId: components['parameters']['ActivationId'];
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Read all NFTs and owners again
		 * @description The request may take a long time. Until it ends, the service knows the owners from the previous sync.
		 */
		post: operations['activation.sync'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/web3/activations/{activationId}/credit': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example f10000000000000000000001 */
				activationId: components['parameters']['ActivationId'];
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Credit NFTs
		 * @description Without `selectionMode` the service credits every NFT, even if `nftIds` are given. It is inferred that each NFT
		 *     gets the amount, that the ids are record ids, and that the service skips unknown ids.
		 */
		post: operations['activation.creditNfts'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/web3/activations/{sourceActivationId}/link': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example f10000000000000000000001 */
				sourceActivationId: components['parameters']['SourceActivationId'];
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Link an activation to another
		 * @description The response is empty. Its status 204 is inferred.
		 */
		post: operations['activation.link'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/web3/activations/{sourceActivationId}/unlink': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example f10000000000000000000001 */
				sourceActivationId: components['parameters']['SourceActivationId'];
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo the link of an activation
		 * @description Body and status are inferred from `activation.link`.
		 */
		post: operations['activation.unlink'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/web3/activations/{activationId}/configs': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example f10000000000000000000001 */
				activationId: components['parameters']['ActivationId'];
			};
			cookie?: never;
		};
		/**
		 * List the configs of an activation
		 * @description The API document shows no query parameters. Paging is inferred.
		 */
		get: operations['activationConfig.getMany'];
		put?: never;
		/**
		 * Add a config
		 * @description Returns the whole activation, not wrapped in `data`.
		 */
		post: operations['activationConfig.create'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/web3/activations/{activationId}/configs/{configId}': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example f10000000000000000000001 */
				activationId: components['parameters']['ActivationId'];
				/** @example f50000000000000000000001 */
				configId: string;
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		post?: never;
		/**
		 * Remove a config
		 * @description After this, the service no longer calls the address of a config for sales or listings.
		 */
		delete: operations['activationConfig.delete'];
		options?: never;
		head?: never;
		/**
		 * Change a config
		 * @description Replaces type and settings. It is inferred that the service merges nothing.
		 */
		patch: operations['activationConfig.update'];
		trace?: never;
	};
	'/api/v1/apps/{appId}/authorized-realms': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example f30000000000000000000001 */
				appId: components['parameters']['AppId'];
			};
			cookie?: never;
		};
		/**
		 * List the realms that authorized an app
		 * @description Only the app's own key is allowed. The response to any other key is 403.
		 */
		get: operations['app.getAuthorizedRealms'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/apps/{appId}/authorized-realms/search': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example f30000000000000000000001 */
				appId: components['parameters']['AppId'];
			};
			cookie?: never;
		};
		/**
		 * Find realms that authorized an app
		 * @description Only the app's own key is allowed. The `meta` of the response differs from that of the list.
		 */
		get: operations['app.searchAuthorizedRealms'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/apps/{appId}/installs': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmObjectId'];
				/** @example f30000000000000000000001 */
				appId: components['parameters']['AppId'];
			};
			cookie?: never;
		};
		/**
		 * List where an app of the realm is installed
		 * @description It is inferred that the app must belong to the realm.
		 */
		get: operations['app.getInstalls'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/web3-data/collections/{contractAddress}': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example 0x5a9d00000000000000000000000000000000c0de */
				contractAddress: components['parameters']['ContractAddress'];
			};
			cookie?: never;
		};
		/**
		 * Get a collection
		 * @description The API document does not state which responses other than 200 exist. The sandbox includes the first five NFTs
		 *     of the collection. In the sandbox `cache` changes nothing.
		 */
		get: operations['collection.get'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/web3-data/collections/{contractAddress}/nfts': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example 0x5a9d00000000000000000000000000000000c0de */
				contractAddress: components['parameters']['ContractAddress'];
			};
			cookie?: never;
		};
		/**
		 * List the NFTs of a collection
		 * @description Paging and response are inferred.
		 */
		get: operations['collection.getNfts'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/web3-data/collections/{contractAddress}/listings': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example 0x5a9d00000000000000000000000000000000c0de */
				contractAddress: components['parameters']['ContractAddress'];
			};
			cookie?: never;
		};
		/**
		 * List the offers to sell NFTs of a collection
		 * @description Only the path is known.
		 */
		get: operations['collection.getListings'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
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
		 *     API document states the error codes but not their statuses. The sandbox returns 400 for all of them.
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
		 * @description The error code for an app that is not registered is `invalid_client`.
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
		 * @description This page is for the browser. It is at the app address, not at the API address. If the person approves, it
		 *     redirects to `redirect_uri` with `code` and `response_type=code`. If the person denies, it redirects with
		 *     `error=access_denied`. `redirect_uri` must equal the registered one exactly. The redirect keeps a query that the
		 *     address already has.
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
		 * @description Sets the given fields and leaves the rest unchanged. It is inferred that every field is optional. A currency
		 *     that becomes the default most likely replaces the former default. `currency.updateInRealm` is a newer form of
		 *     this operation.
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
		 * @description The API document does not state the default of `period`. The sandbox uses 30d.
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
		 * @description `topHolders` has entries only if `includeTopHolders` is true.
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
	'/api/v1/realms/{realmId}/currencies': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmObjectId'];
			};
			cookie?: never;
		};
		/**
		 * List the currencies of a realm
		 * @description Returns the realm's own currencies, and those that another realm shares with it. It includes archived currencies
		 *     only on request.
		 */
		get: operations['currency.getMany'];
		put?: never;
		/**
		 * Create a currency
		 * @description A currency that is created as the default most likely replaces the former default. Sending the same request
		 *     twice creates two currencies.
		 */
		post: operations['currency.create'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/currencies/{currencyId}': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmObjectId'];
				/** @example c00000000000000000000001 */
				currencyId: components['parameters']['CurrencyId'];
			};
			cookie?: never;
		};
		/**
		 * Get a currency
		 * @description Returns archived currencies too.
		 */
		get: operations['currency.get'];
		put?: never;
		post?: never;
		/**
		 * Archive a currency
		 * @description Takes the currency out of use. The service erases nothing, and `currency.unarchive` undoes it. Archiving an
		 *     archived currency changes nothing. The sandbox refuses to archive the default currency.
		 */
		delete: operations['currency.archive'];
		options?: never;
		head?: never;
		/**
		 * Update a currency by the newer path
		 * @description Sets the given fields and leaves the rest unchanged. Null removes an emoji. Body and response are inferred from
		 *     `currency.create`. A currency that becomes the default most likely replaces the former default.
		 */
		patch: operations['currency.updateInRealm'];
		trace?: never;
	};
	'/api/v1/realms/{realmId}/currencies/{currencyId}/unarchive': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmObjectId'];
				/** @example c00000000000000000000001 */
				currencyId: components['parameters']['CurrencyId'];
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Put an archived currency back into use
		 * @description Nothing changes if the currency is already in use.
		 */
		post: operations['currency.unarchive'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/currencies/{currencyId}/metadata': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmObjectId'];
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
		 * Update the metadata of a currency
		 * @description The API document does not state whether the service merges or replaces metadata. The sandbox merges the
		 *     top-level fields. The API document does not state the response either. It is 200 with the currency, or 204. The
		 *     sandbox returns 204.
		 */
		patch: operations['currency.updateMetadata'];
		trace?: never;
	};
	'/api/v1/realms/{realmId}/shares/pending': {
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
		 * List the shares that wait for this realm's answer
		 * @description The child realm makes this request (inferred). The response has all shares on one page.
		 */
		get: operations['currencyShare.getPending'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/currencies/{currencyId}/shares': {
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
		 * List the realms that a currency is shared with
		 * @description The parent realm makes this request. The response has all shares on one page.
		 */
		get: operations['currencyShare.getMany'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/currencies/{currencyId}/share': {
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
		/**
		 * Share a currency with another realm
		 * @description The parent realm makes this request. The share is PENDING until the child realm accepts or rejects it. The
		 *     sandbox refuses a second share with the same realm while the first one is pending or accepted. It also refuses
		 *     to share an archived currency.
		 */
		post: operations['currencyShare.create'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/currencies/{currencyId}/share/accept': {
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
		/**
		 * Accept a share
		 * @description The child realm makes this request, with the parent's currency. The service refuses a share that is no longer
		 *     pending.
		 */
		post: operations['currencyShare.accept'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/currencies/{currencyId}/share/reject': {
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
		/**
		 * Reject a share
		 * @description The child realm makes this request, with the parent's currency. The service refuses a share that is no longer
		 *     pending.
		 */
		post: operations['currencyShare.reject'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/currencies/{currencyId}/shares/{childRealmId}': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example c00000000000000000000001 */
				currencyId: components['parameters']['CurrencyId'];
				/** @example a00000000000000000000002 */
				childRealmId: string;
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		post?: never;
		/**
		 * Revoke a share
		 * @description The parent realm makes this request. The API document does not state what happens to the balances of the child's
		 *     members. In the sandbox they stay in the ledger, and nothing moves them anymore.
		 */
		delete: operations['currencyShare.revoke'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/currencies/{currencyId}/remove': {
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
		/**
		 * Give up a shared currency
		 * @description The child realm makes this request. The balances stay, as they do after `currencyShare.revoke`.
		 */
		delete: operations['currencyShare.leave'];
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
		 * @description The response is the job itself, not wrapped in `data`. In the sandbox every request for a running job advances
		 *     the job by a quarter.
		 */
		get: operations['export.get'];
		put?: never;
		post?: never;
		/**
		 * Delete an export job
		 * @description The status of the response is inferred. It is also inferred that the service deletes the file with the job.
		 */
		delete: operations['export.delete'];
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
		 * @description Redirects to the file. The address of the file needs no key. The responses for a job without a file are
		 *     inferred.
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
		 * @description Finds up to 50 members by one kind of identifier. The response leaves out a value that no member has, which is
		 *     not an error. The plural `/realms/` path works too.
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
		 * @description Moves an amount of a currency from the member in the path to the recipient. The transfer happens completely or
		 *     not at all. Without `currencyId` it moves the realm's default currency. `balance` in the response is the
		 *     sender's new balance. There is no idempotency key, so sending the same request twice moves the amount twice.
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
		 * Update a member's metadata
		 * @description The response has no body. The API document does not state whether the service merges or replaces metadata. The
		 *     sandbox merges the top-level fields.
		 */
		patch: operations['member.updateMetadata'];
		trace?: never;
	};
	'/api/v1/realms/{realmId}/members/': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmObjectId'];
			};
			cookie?: never;
		};
		/**
		 * List the members of a realm
		 * @description Returns all members, one page at a time. The API document does not state the default and the maximum of `limit`.
		 *     The sandbox returns 20 by default and at most 100. Pages shift while members join, unless they are sorted by
		 *     `joinedAt`.
		 */
		get: operations['member.getMany'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/members/leaderboard': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmObjectId'];
			};
			cookie?: never;
		};
		/**
		 * List the members with the highest balances
		 * @description Without `currencyId` the service uses balances of the default currency (inferred). The API document does not
		 *     state the default and the maximum of `take`. The sandbox returns 10 by default and at most 100.
		 */
		get: operations['member.getLeaderboard'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/members/{serviceId}/balance': {
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
		 * Award or deduct an amount
		 * @description Adds the amount to the balance. A negative amount is deducted. Without `currencyId` the balance of the realm's
		 *     default currency changes (inferred). `balance` in the response is the balance after the change (inferred). The
		 *     API document states nothing about an amount of zero. The sandbox refuses it. There is no idempotency key, so
		 *     sending the same request twice applies the amount twice.
		 */
		patch: operations['member.updateBalance'];
		trace?: never;
	};
	'/api/v1/realms/{realmId}/members/transaction': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmObjectId'];
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
		 * Award or deduct amounts of up to 100 entries
		 * @description Applies all entries or none. If one entry cannot be applied, the service rolls everything back. The response
		 *     does not say which entry it was. The API document does not state how `balance` and `newBalance` differ. In the
		 *     sandbox `balance` is the balance before the change.
		 */
		patch: operations['member.updateBalances'];
		trace?: never;
	};
	'/api/v1/realms/{realmId}/credentials/social': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Create a credential for an account at another provider
		 * @description Returns 200, not 201. Returns 409 if the realm already has the credential. Your own provider becomes the
		 *     `source` of the type `custom`.
		 */
		post: operations['memberCredential.createSocial'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/credentials/wallet': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Create a credential for a wallet
		 * @description Returns 200, not 201. Returns 409 if the realm already has the credential.
		 */
		post: operations['memberCredential.createWallet'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/credentials/find': {
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
		 * Find a credential by its identity
		 * @description Finds only unverified credentials. After a 404 the service may still know the person.
		 */
		get: operations['memberCredential.find'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/credentials/link': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Link a credential to an account
		 * @description Moves every balance to the account. Later awards to the credential go to the account too. This cannot be undone.
		 *     The service refuses a linked credential with 409 (inferred). If the account already holds the identity, it
		 *     verifies the credential. `memberCredential.find` then no longer finds the credential.
		 */
		post: operations['memberCredential.link'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/credentials': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		post?: never;
		/**
		 * Delete a credential
		 * @description Deletes only an unverified credential that holds nothing. Otherwise it returns 400 with
		 *     CANNOT_DELETE_WITH_BALANCES.
		 */
		delete: operations['memberCredential.delete'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/credentials/metadata': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
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
		 * Update the metadata of a credential
		 * @description The API document does not state whether the service merges or replaces metadata. The sandbox merges the
		 *     top-level fields.
		 */
		patch: operations['memberCredential.updateMetadata'];
		trace?: never;
	};
	'/api/v1/realms/{realmId}/credentials/balance': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
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
		 * Award or deduct an amount
		 * @description Adds the amount to the balance. A negative amount is deducted. Without `realmPointId` the balance of the default
		 *     currency changes. The balance of a linked credential is that of its account (inferred). If the balance is too
		 *     low, the service returns 400 with INSUFFICIENT_BALANCE. Sending the same request twice applies the amount twice.
		 */
		patch: operations['memberCredential.updateBalance'];
		trace?: never;
	};
	'/api/v1/realms/{realmId}/credentials/transaction': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
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
		 * Award or deduct the amounts of many entries
		 * @description Applies each entry separately. `results` has the entries that were applied, and `errors` has those that were
		 *     not. The API document does not state the value of `success` if there are both. In the sandbox it is false. The
		 *     API document does not state the maximum number of entries either.
		 */
		patch: operations['memberCredential.updateBalances'];
		trace?: never;
	};
	'/api/v1/realms/{realmId}/credentials/transfer': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
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
		 * Transfer a balance between two credentials
		 * @description Without `realmPointId` the default currency moves. Sending the same request twice moves the amount twice.
		 */
		patch: operations['memberCredential.transferBalance'];
		trace?: never;
	};
	'/api/v1/realms/{realmId}/web3/members/{serviceId}/balances': {
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
		/**
		 * Get the claimable balances and the tokens of a member
		 * @description The API document does not state the inner structure of the fields. That of the sandbox is made up.
		 */
		get: operations['memberWeb3.getBalances'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/web3/members/{serviceId}/nfts': {
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
		/**
		 * List the NFTs of a member that belong to activations
		 * @description Uses the owners from the last sync. Balances and attributes are empty unless requested (inferred).
		 */
		get: operations['memberWeb3.getNfts'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/web3/members/{serviceId}/claim': {
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
		/**
		 * Give a member the points that their NFTs and tokens earned
		 * @description The response does not state the amount. It is inferred that a second claim finds nothing to claim.
		 */
		post: operations['memberWeb3.claim'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/web3/members/{serviceId}/nfts/link': {
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
		/**
		 * Link the NFTs of a member to generator activations
		 * @description Without `activationIds` the service links them to all generator activations.
		 */
		post: operations['memberWeb3.linkNfts'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/web3/members/{serviceId}/nfts/unlink': {
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
		/**
		 * Undo the links of the NFTs of a member
		 * @description Without `activationIds` the service removes all links. Body and status are inferred from `memberWeb3.linkNfts`.
		 */
		post: operations['memberWeb3.unlinkNfts'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
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
				activationId: components['parameters']['ActivationId'];
				/** @example 7 */
				tokenId: components['parameters']['TokenId'];
			};
			cookie?: never;
		};
		/**
		 * Get the balances of one NFT of an activation
		 * @description `includeNft=true` adds the fields of the NFT to the balances. It is inferred that the response otherwise leaves
		 *     them out.
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
				contractAddress: components['parameters']['ContractAddress'];
				/** @example 7 */
				tokenId: components['parameters']['TokenId'];
			};
			cookie?: never;
		};
		/**
		 * Get an NFT by contract and token
		 * @description This operation is not tied to a realm. Without `chain` the service searches Ethereum.
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
	'/api/v1/web3-data/collections/{contractAddress}/nfts/{tokenId}/listings': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example 0x5a9d00000000000000000000000000000000c0de */
				contractAddress: components['parameters']['ContractAddress'];
				/** @example 7 */
				tokenId: components['parameters']['TokenId'];
			};
			cookie?: never;
		};
		/**
		 * List the offers to sell an NFT
		 * @description Only the path is known. No paging is known.
		 */
		get: operations['nft.getListings'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/store/purchases': {
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
		 * List the purchases
		 * @description Path, response and paging are inferred from the other lists.
		 */
		get: operations['purchase.getMany'];
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
		 * @description It is inferred that finalizing a purchase twice is a conflict.
		 */
		post: operations['purchase.finalize'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/quests': {
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
		 * List the quests of a realm
		 * @description Path, response and paging are inferred from the record and from similar operations.
		 */
		get: operations['quest.getMany'];
		put?: never;
		/**
		 * Create a quest
		 * @description Path, body and response are inferred from the record and from similar operations. Sending the same request twice
		 *     creates two quests.
		 */
		post: operations['quest.create'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/quests/{questId}': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example d00000000000000000000001 */
				questId: components['parameters']['QuestId'];
			};
			cookie?: never;
		};
		/**
		 * Get a quest
		 * @description Path and response are inferred from the record and from similar operations.
		 */
		get: operations['quest.get'];
		put?: never;
		post?: never;
		/**
		 * Delete a quest
		 * @description Also deletes its tasks and all their parts.
		 */
		delete: operations['quest.delete'];
		options?: never;
		head?: never;
		/**
		 * Update a quest
		 * @description Sets the given fields. Path, body and response are inferred from the record and from similar operations.
		 */
		patch: operations['quest.update'];
		trace?: never;
	};
	'/api/v1/realm/{realmId}/members/{memberId}/quests': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example b00000000000000000000001 */
				memberId: string;
			};
			cookie?: never;
		};
		/**
		 * List the quests of a realm with the progress of a member
		 * @description The API document does not state how the service reports the progress. The sandbox reports it in `status`. The
		 *     response has all quests on one page.
		 */
		get: operations['quest.getManyForMember'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/raffles': {
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
		 * List the raffles of a realm
		 * @description The operation is known to exist. Response and paging are inferred.
		 */
		get: operations['raffle.getMany'];
		put?: never;
		/**
		 * Add a raffle
		 * @description The API document does not state the required fields. Most likely they are `name`, `type`, `ticketPrice` and
		 *     `endDate`. The API document does not state the status either. The sandbox returns 201, but it may be 200.
		 */
		post: operations['raffle.create'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/raffles/{raffleId}': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example e30000000000000000000001 */
				raffleId: components['parameters']['RaffleId'];
			};
			cookie?: never;
		};
		/**
		 * Get one raffle
		 * @description Returns the raffle with its winners and the number of its entries.
		 */
		get: operations['raffle.get'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		/**
		 * Change a raffle
		 * @description Sets the given fields. The response has no winners and no currency.
		 */
		patch: operations['raffle.update'];
		trace?: never;
	};
	'/api/v1/realms/{realmId}/raffles/{raffleId}/tickets': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example e30000000000000000000001 */
				raffleId: components['parameters']['RaffleId'];
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Buy tickets
		 * @description The tickets are for the member of `accountId`. Without `accountId` they are for the owner of the realm. The
		 *     service refuses a balance that is too low, and too many tickets in all or for one member. It also refuses a
		 *     raffle that is not open, and missing metadata. All of this is inferred.
		 */
		post: operations['raffle.buyTickets'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/raffles/{raffleId}/draw': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example e30000000000000000000001 */
				raffleId: components['parameters']['RaffleId'];
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Draw the winners
		 * @description Draws as many distinct members as the raffle has winners. Each member has a chance according to their tickets.
		 *     The API document does not state the response to a second draw. The sandbox refuses it with 409.
		 */
		post: operations['raffle.draw'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/raffles/{raffleId}/entries': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example e30000000000000000000001 */
				raffleId: components['parameters']['RaffleId'];
			};
			cookie?: never;
		};
		/**
		 * List the entries
		 * @description Paging is inferred.
		 */
		get: operations['raffle.getEntries'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/raffles/{raffleId}/entries/active': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example e30000000000000000000001 */
				raffleId: components['parameters']['RaffleId'];
			};
			cookie?: never;
		};
		/**
		 * List the entries that take part in the next draw
		 * @description An older navigation menu names this operation. Path and response are inferred. In the sandbox there are no
		 *     active entries after the draw.
		 */
		get: operations['raffle.getActiveEntries'];
		put?: never;
		post?: never;
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
		 * @description The response is the realm itself, not wrapped in `data`.
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
	'/api/v1/realms/{realmId}/store': {
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
		 * List the items of the store
		 * @description Path, response and paging are inferred from the other lists.
		 */
		get: operations['storeItem.getMany'];
		put?: never;
		/**
		 * Add an item to the store
		 * @description The body is inferred from the record. The response is inferred from other operations that create records.
		 */
		post: operations['storeItem.create'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/store/{itemId}': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example e10000000000000000000001 */
				itemId: components['parameters']['ItemId'];
			};
			cookie?: never;
		};
		/**
		 * Get one item of the store
		 * @description The API document partly shows an older path of the same operation.
		 */
		get: operations['storeItem.get'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		/**
		 * Change an item of the store
		 * @description Sets the given fields and leaves the rest unchanged (inferred).
		 */
		patch: operations['storeItem.update'];
		trace?: never;
	};
	'/api/v1/realms/{realmId}/store/{itemId}/purchase': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example e10000000000000000000001 */
				itemId: components['parameters']['ItemId'];
			};
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Buy an item of the store
		 * @description The purchase is for the member of `accountId`. Without `accountId` it is for the owner of the realm. It lowers
		 *     stock and balance, and waits to be finalized. The service refuses it if the balance or the stock is too low. It
		 *     also refuses it if the member already has the maximum number, or if metadata that the item requires is missing.
		 *     All of this is inferred.
		 */
		post: operations['storeItem.purchase'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/quests/{questId}/tasks': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example d00000000000000000000001 */
				questId: components['parameters']['QuestId'];
			};
			cookie?: never;
		};
		/**
		 * List the tasks of a quest
		 * @description Path, response and paging are inferred from the record and from similar operations.
		 */
		get: operations['task.getMany'];
		put?: never;
		/**
		 * Add a task to a quest
		 * @description The API document does not state the required fields. Sending the same request twice creates two tasks.
		 */
		post: operations['task.create'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/quests/{questId}/tasks/{taskId}': {
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
		 * Get a task of a quest
		 * @description Path and response are inferred from the record and from similar operations.
		 */
		get: operations['task.get'];
		put?: never;
		post?: never;
		/**
		 * Delete a task of a quest
		 * @description Also deletes its parts. Path and response are inferred from the record and from similar operations.
		 */
		delete: operations['task.delete'];
		options?: never;
		head?: never;
		/**
		 * Update a task of a quest
		 * @description Sets the given fields. Path, body and response are inferred from the record and from similar operations.
		 */
		patch: operations['task.update'];
		trace?: never;
	};
	'/api/v1/realms/{realmId}/quests/{questId}/tasks/{taskId}/actions': {
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
		 * List the actions of a task
		 * @description Path, response and paging are inferred from the record and from similar operations.
		 */
		get: operations['taskAction.getMany'];
		put?: never;
		/**
		 * Add an action to a task
		 * @description Path, body and response are inferred from the record and from similar operations. Sending the same request twice
		 *     creates two actions.
		 */
		post: operations['taskAction.create'];
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
		/**
		 * Get an action of a task
		 * @description Path and response are inferred from the record and from similar operations.
		 */
		get: operations['taskAction.get'];
		put?: never;
		post?: never;
		/**
		 * Delete an action of a task
		 * @description Path and response are inferred from the record and from similar operations.
		 */
		delete: operations['taskAction.delete'];
		options?: never;
		head?: never;
		/**
		 * Update an action of a task
		 * @description Sets the given fields. The API document does not state whether a field is optional. In the sandbox it is
		 *     optional.
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
		 * @description Path, response and paging are inferred from the actions and transitions of a task.
		 */
		get: operations['taskCondition.getMany'];
		put?: never;
		/**
		 * Add a condition to a task
		 * @description Path, body and response are inferred from the actions and transitions of a task.
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
		 * @description Path and response are inferred from the actions and transitions of a task.
		 */
		get: operations['taskCondition.get'];
		put?: never;
		post?: never;
		/**
		 * Delete a condition of a task
		 * @description Path and response are inferred from the actions and transitions of a task.
		 */
		delete: operations['taskCondition.delete'];
		options?: never;
		head?: never;
		/**
		 * Update a condition of a task
		 * @description Path, body and response are inferred from the actions and transitions of a task.
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
		 * @description The API document states path and response partly, and the body not at all. The operation accepts any JSON
		 *     object.
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
		 * @description The API document states path and response partly, and the body not at all. The sandbox returns the records whose
		 *     data has every field of the body.
		 */
		post: operations['taskCondition.searchPreData'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/quests/{questId}/tasks/{taskId}/transitions': {
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
		 * List the transitions that start at a task
		 * @description The paging parameters are inferred from similar operations.
		 */
		get: operations['taskTransition.getMany'];
		put?: never;
		/**
		 * Add a transition to a task
		 * @description Path, body and response are inferred from the record and from similar operations. Sending the same request twice
		 *     creates two transitions.
		 */
		post: operations['taskTransition.create'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/quests/{questId}/tasks/{taskId}/transitions/{transitionId}': {
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
				/** @example d50000000000000000000001 */
				transitionId: string;
			};
			cookie?: never;
		};
		/**
		 * Get a transition of a task
		 * @description Path and response are inferred from the record and from similar operations.
		 */
		get: operations['taskTransition.get'];
		put?: never;
		post?: never;
		/**
		 * Delete a transition of a task
		 * @description Path and response are inferred from the record and from similar operations.
		 */
		delete: operations['taskTransition.delete'];
		options?: never;
		head?: never;
		/**
		 * Update a transition of a task
		 * @description Sets the given fields. Path, body and response are inferred from the record and from similar operations.
		 */
		patch: operations['taskTransition.update'];
		trace?: never;
	};
	'/api/v1/realms/{realmId}/quests/{questId}/tasks/{taskId}/triggers': {
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
		 * List the triggers of a task
		 * @description Path, response and paging are inferred from the record and from similar operations.
		 */
		get: operations['taskTrigger.getMany'];
		put?: never;
		/**
		 * Add a trigger to a task
		 * @description Path, body and response are inferred from the record and from similar operations. Sending the same request twice
		 *     creates two triggers.
		 */
		post: operations['taskTrigger.create'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/realms/{realmId}/quests/{questId}/tasks/{taskId}/triggers/{triggerId}': {
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
				/** @example d40000000000000000000001 */
				triggerId: string;
			};
			cookie?: never;
		};
		/**
		 * Get a trigger of a task
		 * @description Path and response are inferred from the record and from similar operations.
		 */
		get: operations['taskTrigger.get'];
		put?: never;
		post?: never;
		/**
		 * Delete a trigger of a task
		 * @description Path and response are inferred from the record and from similar operations.
		 */
		delete: operations['taskTrigger.delete'];
		options?: never;
		head?: never;
		/**
		 * Update a trigger of a task
		 * @description Sets the given fields. Path, body and response are inferred from the record and from similar operations.
		 */
		patch: operations['taskTrigger.update'];
		trace?: never;
	};
	'/api/v1/web3-data/tokens/{tokenAddress}': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example 0x0117000000000000000000000000000000000e20 */
				tokenAddress: string;
			};
			cookie?: never;
		};
		/**
		 * Get a token by its contract
		 * @description This operation is not tied to a realm. Without `chain` the service searches Ethereum.
		 */
		get: operations['token.get'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/web3-data/wallets/{walletAddress}/nfts': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example 0x0000000000000000000000000000000000000001 */
				walletAddress: components['parameters']['WalletAddress'];
			};
			cookie?: never;
		};
		/**
		 * List the NFTs of a wallet
		 * @description The API document does not state which responses other than 200 exist. It is inferred that `contractAddresses` is
		 *     repeated. If several copies of an NFT exist, its `owner` is the wallet in the path.
		 */
		get: operations['wallet.getNfts'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/web3-data/wallets/{walletAddress}/token-balances': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example 0x0000000000000000000000000000000000000001 */
				walletAddress: components['parameters']['WalletAddress'];
			};
			cookie?: never;
		};
		/**
		 * List the token balances of a wallet
		 * @description This operation is not tied to a realm. A balance is text in the smallest unit, because it exceeds the range of
		 *     numbers.
		 */
		get: operations['wallet.getTokenBalances'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/api/v1/web3-data/wallets/{walletAddress}/listings': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example 0x0000000000000000000000000000000000000001 */
				walletAddress: components['parameters']['WalletAddress'];
			};
			cookie?: never;
		};
		/**
		 * List the sale offers of a wallet
		 * @description Only the path is known.
		 */
		get: operations['wallet.getListings'];
		put?: never;
		post?: never;
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
		 * @description The response has an `id`. Its status and its other fields are inferred. A new webhook is active.
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
		 * @description It is inferred that the response has no body.
		 */
		delete: operations['webhook.delete'];
		options?: never;
		head?: never;
		/**
		 * Update a webhook
		 * @description Sets any of the fields of the registration. The response is inferred.
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
		/** @enum {string} */
		ActivationType: 'nft' | 'erc1155' | 'token';
		/**
		 * @example {
		 *       "activationType": "nft",
		 *       "contractAddress": "0x5a9d00000000000000000000000000000000c0de",
		 *       "chain": "ethereum",
		 *       "configs": null
		 *     }
		 */
		ActivationRequest: {
			activationType: components['schemas']['ActivationType'];
			contractAddress: string;
			/** @default ethereum */
			chain: components['schemas']['Chain'];
			configs?: components['schemas']['ActivationConfigInput'][] | null;
		};
		/**
		 * @example {
		 *       "id": "f10000000000000000000001",
		 *       "activationType": "nft",
		 *       "contractAddress": "0x5a9d00000000000000000000000000000000c0de",
		 *       "chain": "ethereum",
		 *       "collectionKey": "lamp-keepers",
		 *       "displayName": "Lamp keepers",
		 *       "configs": [],
		 *       "createdAt": "2026-01-01T12:00:00.000Z",
		 *       "updatedAt": "2026-01-31T12:00:00.000Z"
		 *     }
		 */
		Activation: {
			id: string;
			activationType: components['schemas']['ActivationType'];
			contractAddress: string;
			chain: components['schemas']['Chain'];
			collectionKey: string | null;
			displayName: string | null;
			configs: components['schemas']['ActivationConfig'][];
			createdAt: string;
			updatedAt: string;
		};
		/**
		 * @example {
		 *       "syncedCount": 7
		 *     }
		 */
		ActivationSync: {
			syncedCount: number;
		};
		/**
		 * @example {
		 *       "amount": 5,
		 *       "currencyId": "c00000000000000000000001",
		 *       "selectionMode": "specific",
		 *       "nftIds": [
		 *         "f00000000000000000000001"
		 *       ]
		 *     }
		 */
		ActivationCredit: {
			amount: number;
			currencyId?: string;
			/**
			 * @default all
			 * @enum {string}
			 */
			selectionMode: 'specific' | 'exclude' | 'all';
			/** @default [] */
			nftIds: string[];
		};
		/**
		 * @example {
		 *       "creditedCount": 1
		 *     }
		 */
		ActivationCreditResult: {
			creditedCount: number;
		};
		/**
		 * @example {
		 *       "targetActivationId": "f10000000000000000000002"
		 *     }
		 */
		ActivationLink: {
			targetActivationId: string;
		};
		/**
		 * @example {
		 *       "config": {
		 *         "configType": "sales",
		 *         "settings": {
		 *           "targetUrl": "https://receiver.example/sales"
		 *         }
		 *       }
		 *     }
		 */
		ActivationConfigRequest: {
			config: components['schemas']['ActivationConfigInput'];
		};
		/**
		 * @example {
		 *       "configType": "sales",
		 *       "settings": {
		 *         "targetUrl": "https://receiver.example/sales"
		 *       }
		 *     }
		 */
		ActivationConfigInput:
			components['schemas']['EarningConfigInput'] | components['schemas']['CallingConfigInput'];
		/**
		 * @description The API document does not show the fields of `settings` or the entries of `pointsConfig`.
		 * @example {
		 *       "configType": "generator",
		 *       "settings": {
		 *         "pointsPerDay": 10
		 *       },
		 *       "pointsConfig": null
		 *     }
		 */
		EarningConfigInput: {
			/** @enum {string} */
			configType: 'generator' | 'multiplier' | 'passive';
			settings: Record<string, unknown>;
			pointsConfig?: unknown[] | null;
		};
		/**
		 * @description Makes the service call `targetUrl`. The API document does not show the form of these calls.
		 * @example {
		 *       "configType": "sales",
		 *       "settings": {
		 *         "targetUrl": "https://receiver.example/sales"
		 *       }
		 *     }
		 */
		CallingConfigInput: {
			/** @enum {string} */
			configType: 'sales' | 'listings';
			settings: {
				targetUrl: string;
			};
		};
		/**
		 * @example {
		 *       "id": "f50000000000000000000001",
		 *       "configType": "generator",
		 *       "settings": {
		 *         "pointsPerDay": 10
		 *       },
		 *       "pointsConfig": null,
		 *       "createdAt": "2026-01-01T12:00:00.000Z",
		 *       "updatedAt": "2026-01-31T12:00:00.000Z"
		 *     }
		 */
		ActivationConfig: {
			id: string;
			/** @enum {string} */
			configType: 'generator' | 'multiplier' | 'passive' | 'sales' | 'listings';
			settings: Record<string, unknown>;
			pointsConfig?: unknown[] | null;
			createdAt: string;
			updatedAt: string;
		};
		/**
		 * @example {
		 *       "id": "f40000000000000000000001",
		 *       "realmId": "a00000000000000000000001",
		 *       "platformType": "discord",
		 *       "platformId": "81384788765712384",
		 *       "approvedScopes": [
		 *         "members:read",
		 *         "points:write"
		 *       ],
		 *       "createdAt": "2025-12-12T12:00:00.000Z",
		 *       "updatedAt": "2026-01-11T12:00:00.000Z"
		 *     }
		 */
		AppRealm: {
			id: string;
			realmId: string;
			/** @description Known values: discord, slack, teams and custom */
			platformType: string;
			platformId: string;
			approvedScopes?: string[];
			createdAt: string;
			updatedAt: string;
		};
		/**
		 * @example {
		 *       "id": "f40000000000000000000001",
		 *       "realmId": "a00000000000000000000001",
		 *       "appId": "f30000000000000000000001",
		 *       "approvedScopes": [
		 *         "members:read",
		 *         "points:write"
		 *       ],
		 *       "platformType": "discord",
		 *       "platformId": "81384788765712384",
		 *       "createdAt": "2025-12-12T12:00:00.000Z",
		 *       "updatedAt": "2026-01-11T12:00:00.000Z",
		 *       "realm": {
		 *         "id": "a00000000000000000000001",
		 *         "name": "Lighthouse Club",
		 *         "description": "A club that thanks its members for showing up.",
		 *         "imageUrl": "https://images.example/lighthouse.png",
		 *         "ownerId": "b00000000000000000000001",
		 *         "owner": {
		 *           "id": "b00000000000000000000001",
		 *           "displayName": "Ada",
		 *           "username": "ada",
		 *           "imageUrl": "https://images.example/ada.png"
		 *         },
		 *         "createdAt": "2025-09-23T12:00:00.000Z",
		 *         "memberCount": 12
		 *       }
		 *     }
		 */
		AppInstall: {
			id: string;
			realmId: string;
			appId: string;
			approvedScopes: string[];
			platformType: string | null;
			platformId: string | null;
			createdAt: string;
			updatedAt: string;
			realm: {
				id: string;
				name: string;
				description: string | null;
				imageUrl: string | null;
				ownerId: string;
				owner: {
					id: string;
					displayName: string | null;
					username: string | null;
					imageUrl: string | null;
				};
				createdAt: string;
				memberCount: number;
			};
		};
		/**
		 * @example {
		 *       "total": 1,
		 *       "page": 1,
		 *       "limit": 10,
		 *       "totalPages": 1,
		 *       "hasNextPage": false,
		 *       "hasPreviousPage": false
		 *     }
		 */
		InstallsMeta: {
			total: number;
			page: number;
			limit: number;
			totalPages: number;
			hasNextPage: boolean;
			hasPreviousPage: boolean;
		};
		/**
		 * @example {
		 *       "id": "f60000000000000000000001",
		 *       "name": "Lamp keepers",
		 *       "description": "Those who keep the lamp burning.",
		 *       "image": "https://images.example/lamp-keepers.png",
		 *       "bannerImage": null,
		 *       "contractAddress": "0x5a9d00000000000000000000000000000000c0de",
		 *       "chain": "ethereum",
		 *       "totalSupply": 7,
		 *       "floorPrice": 0.25,
		 *       "volume": {
		 *         "total": 3.5
		 *       },
		 *       "marketCap": 1.75,
		 *       "nfts": []
		 *     }
		 */
		Collection: {
			id: string;
			name: string;
			description: string;
			image: string;
			bannerImage: string | null;
			contractAddress: string;
			chain: components['schemas']['Chain'];
			totalSupply: number;
			floorPrice: number | null;
			volume: number | Record<string, unknown> | null;
			marketCap: number | null;
			nfts: components['schemas']['NftDetails'][];
		};
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
			/** @description The address of the app's picture */
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
		 *       "archivedAt": null,
		 *       "customEmojiUrl": null,
		 *       "scopes": [],
		 *       "ownership": "OWNED",
		 *       "shareStatus": null,
		 *       "parentRealmId": null,
		 *       "parentRealmName": null,
		 *       "permissions": null
		 *     }
		 */
		Currency: {
			id: string;
			realmId?: string;
			name: string;
			emoji?: string | null;
			/** @default false */
			default: boolean;
			metadata?: Record<string, unknown>;
			/** Format: date-time */
			createdAt?: string;
			/** Format: date-time */
			updatedAt?: string;
			/** @default false */
			archived: boolean;
			/** Format: date-time */
			archivedAt?: string | null;
			customEmojiUrl?: string | null;
			scopes?: string[];
			/** @enum {string|null} */
			ownership?: 'OWNED' | 'SHARED' | null;
			/** @enum {string|null} */
			shareStatus?: 'PENDING' | 'ACCEPTED' | 'REJECTED' | null;
			parentRealmId?: string | null;
			parentRealmName?: string | null;
			permissions?: string[] | null;
		};
		/**
		 * @example {
		 *       "name": "Suns",
		 *       "emoji": "☀️",
		 *       "customEmojiUrl": "https://images.example/sun.png",
		 *       "metadata": {
		 *         "season": "summer"
		 *       },
		 *       "default": false
		 *     }
		 */
		CurrencyCreate: {
			name: string;
			emoji?: string | null;
			customEmojiUrl?: string | null;
			metadata?: Record<string, unknown>;
			default?: boolean;
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
		/**
		 * @example {
		 *       "name": "Suns",
		 *       "emoji": null,
		 *       "customEmojiUrl": "https://images.example/sun.png",
		 *       "metadata": {},
		 *       "default": true
		 *     }
		 */
		CurrencyUpdateInRealm: {
			name?: string;
			emoji?: string | null;
			customEmojiUrl?: string | null;
			metadata?: Record<string, unknown>;
			default?: boolean;
		};
		RealmAnalytics: {
			totalPointsSystems?: number;
			totalActivePointsSystems?: number;
			totalArchivedPointsSystems?: number;
			totalHolders?: number;
			totalPointsEarned?: number;
			averagePointsPerHolder?: number;
			last30DaysActivity?: {
				pointsEarned?: number;
				newHolders?: number;
				transactionCount?: number;
			};
			growthMetrics?: {
				holdersGrowthRate?: number;
				pointsEarnedGrowthRate?: number;
				systemsGrowthRate?: number;
			};
		};
		CurrencyAnalytics: {
			/** @example c00000000000000000000001 */
			pointsSystemId?: string;
			/** @example Stars */
			pointsSystemName?: string;
			totalHolders?: number;
			totalPointsEarned?: number;
			totalPointsSpent?: number;
			averageBalance?: number;
			last30DaysActivity?: {
				pointsEarned?: number;
				pointsSpent?: number;
				newHolders?: number;
				transactionCount?: number;
			};
			distribution?: {
				topPercentileHolders?: number;
				medianBalance?: number;
				averageBalance?: number;
			};
			recentActivity?: {
				/** @example 2026-01-31 */
				date?: string;
				pointsEarned?: number;
				pointsSpent?: number;
				newHolders?: number;
			}[];
			topHolders?: {
				/** @example b00000000000000000000001 */
				userId?: string;
				/** @example ada */
				username?: string;
				balance?: number;
				rank?: number;
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
		/**
		 * @example {
		 *       "childRealmId": "a00000000000000000000002",
		 *       "permissions": [
		 *         "view",
		 *         "earn"
		 *       ]
		 *     }
		 */
		CurrencyShareRequest: {
			childRealmId: string;
			/** @description Known values: spend, earn and view */
			permissions: string[];
		};
		/**
		 * @example {
		 *       "id": "3f2a9c01d2e44b7f8a6c5e11",
		 *       "parentRealmId": "a00000000000000000000001",
		 *       "childRealmId": "a00000000000000000000002",
		 *       "realmPointId": "c00000000000000000000001",
		 *       "permissions": [
		 *         "view",
		 *         "earn"
		 *       ],
		 *       "status": "PENDING"
		 *     }
		 */
		NewCurrencyShare: {
			id: string;
			parentRealmId: string;
			childRealmId: string;
			/** @description The currency */
			realmPointId: string;
			permissions: string[];
			status: string;
		};
		/**
		 * @example {
		 *       "id": "3f2a9c01d2e44b7f8a6c5e11",
		 *       "childRealmId": "a00000000000000000000002",
		 *       "createdAt": "2026-01-31T12:00:00.000Z",
		 *       "permissions": [
		 *         "view",
		 *         "earn"
		 *       ],
		 *       "status": "ACCEPTED",
		 *       "childRealm": {
		 *         "id": "a00000000000000000000002",
		 *         "name": "Tide Pool"
		 *       }
		 *     }
		 */
		CurrencyShare: {
			id: string;
			childRealmId: string;
			createdAt: string;
			permissions: string[];
			status: string;
			childRealm: components['schemas']['RealmReference'];
		};
		/**
		 * @example {
		 *       "id": "3f2a9c01d2e44b7f8a6c5e12",
		 *       "parentRealmId": "a00000000000000000000002",
		 *       "childRealmId": "a00000000000000000000001",
		 *       "realmPointId": "c00000000000000000000005",
		 *       "permissions": [
		 *         "view",
		 *         "earn"
		 *       ],
		 *       "createdAt": "2026-01-31T12:00:00.000Z",
		 *       "status": "PENDING",
		 *       "parentRealm": {
		 *         "id": "a00000000000000000000002",
		 *         "name": "Tide Pool"
		 *       },
		 *       "realmPoint": {
		 *         "id": "c00000000000000000000005",
		 *         "name": "Pearls",
		 *         "emoji": "🦪",
		 *         "customEmojiUrl": null
		 *       }
		 *     }
		 */
		PendingCurrencyShare: {
			id: string;
			parentRealmId: string;
			childRealmId: string;
			/** @description The currency */
			realmPointId: string;
			permissions: string[];
			createdAt: string;
			status: string;
			parentRealm: components['schemas']['RealmReference'];
			realmPoint: {
				id?: string;
				name?: string;
				emoji?: string | null;
				customEmojiUrl?: string | null;
			};
		};
		RealmReference: {
			/** @example a00000000000000000000002 */
			id?: string;
			/** @example Tide Pool */
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
		 *       "message": "The export was deleted."
		 *     }
		 */
		ExportDeletion: {
			message: string;
		};
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
			id?: string;
			jobId?: string;
			status?: string;
			name?: string | null;
			modelType?: string;
			format?: string;
			progress?: number;
			totalRecords?: number | null;
			processedRecords?: number;
			blobUrl?: string | null;
			fileName?: string | null;
			fileSize?: number | null;
			downloadCount?: number;
			error?: string | null;
			/** Format: date-time */
			startedAt?: string | null;
			/** Format: date-time */
			completedAt?: string | null;
			/** Format: date-time */
			expiresAt?: string;
			/** Format: date-time */
			createdAt?: string;
			/** Format: date-time */
			updatedAt?: string;
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
			/** @description The account id, which is the serviceId in every member path */
			id: string;
			/** @description The membership id, which no path uses */
			realmMemberId?: string;
			joinedAt: string;
			username?: string;
			displayName?: string;
			imageUrl?: string;
			email?: string;
			about?: string;
			alias?: string;
			firstVisit?: string;
			lastVisit?: string;
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
				balance: number;
				currencyId?: string;
				currencyName?: string;
				currencyEmoji?: string | null;
			}[];
			teamMembership?: unknown;
			notes?: unknown;
			metadata?: Record<string, unknown> | null;
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
		 *       "accountId": "b00000000000000000000001",
		 *       "username": "ada",
		 *       "displayName": "Ada Lindqvist",
		 *       "imageUrl": "https://images.example/ada.png",
		 *       "balance": 200,
		 *       "rank": 1
		 *     }
		 */
		LeaderboardRow: {
			/** @description The account id, which is the serviceId in every member path */
			accountId: string;
			username: string;
			displayName: string;
			imageUrl?: string;
			balance: number;
			rank: number;
		};
		/**
		 * @example {
		 *       "amount": 25,
		 *       "currencyId": "c00000000000000000000001",
		 *       "initiatorId": "b00000000000000000000002"
		 *     }
		 */
		BalanceChangeRequest: {
			/** @description A positive amount is added, a negative amount is deducted */
			amount: number;
			currencyId?: string;
			/** @description The account on whose behalf the balance changes (only for the audit) */
			initiatorId?: string;
		};
		/**
		 * @example {
		 *       "id": "3f2a9c01d2e44b7f8a6c5e13",
		 *       "serviceId": "b00000000000000000000001",
		 *       "balance": 225,
		 *       "currencyId": "c00000000000000000000001"
		 *     }
		 */
		BalanceChange: {
			id?: string;
			serviceId?: string;
			balance?: number;
			currencyId?: string;
		};
		/**
		 * @example {
		 *       "updates": [
		 *         {
		 *           "serviceId": "b00000000000000000000001",
		 *           "amount": 25,
		 *           "currencyId": "c00000000000000000000001"
		 *         },
		 *         {
		 *           "serviceId": "b00000000000000000000002",
		 *           "amount": -5,
		 *           "currencyId": "c00000000000000000000001"
		 *         }
		 *       ],
		 *       "initiatorId": "b00000000000000000000002"
		 *     }
		 */
		BalanceChangesRequest: {
			updates: {
				serviceId: string;
				amount: number;
				currencyId?: string;
			}[];
			initiatorId?: string;
		};
		BalanceChanges: {
			success?: boolean;
			updates?: {
				serviceId?: string;
				balance?: number;
				currencyId?: string;
				newBalance?: number;
			}[];
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
			id?: string;
			senderId?: string;
			recipientId?: string;
			/** @description The sender's new balance */
			balance?: number;
			currencyId?: string;
		};
		/**
		 * @example email
		 * @enum {string}
		 */
		CredentialType: 'twitter-id' | 'discord-id' | 'wallet' | 'email' | 'custom';
		/**
		 * @example {
		 *       "provider": "shop",
		 *       "providerId": "customer-17",
		 *       "username": "nora",
		 *       "accountId": "b00000000000000000000001",
		 *       "metadata": {
		 *         "firstOrder": "2026-01-31"
		 *       }
		 *     }
		 */
		SocialCredentialRequest: {
			provider: string;
			providerId: string;
			username?: string;
			/** @description Links the credential to this account immediately */
			accountId?: string;
			metadata?: Record<string, unknown>;
		};
		/**
		 * @example {
		 *       "id": "3f2a9c01d2e44b7f8a6c5e14",
		 *       "format": "oauth",
		 *       "publicIdentifier": "nora",
		 *       "oauthProvider": "shop",
		 *       "oauthAccountId": "customer-17",
		 *       "isVerified": false,
		 *       "createdAt": "2026-01-31T12:00:00.000Z"
		 *     }
		 */
		SocialCredential: {
			id?: string;
			format?: string;
			publicIdentifier?: string;
			oauthProvider?: string;
			oauthAccountId?: string;
			isVerified?: boolean;
			accountId?: string;
			createdAt?: string;
		};
		/**
		 * @example {
		 *       "address": "0x00000000000000000000000000000000000000aa",
		 *       "chain": "ethereum",
		 *       "walletProvider": "sandbox",
		 *       "walletName": "Sandbox Wallet",
		 *       "accountId": "b00000000000000000000001",
		 *       "metadata": {
		 *         "seenAt": "counter"
		 *       }
		 *     }
		 */
		WalletCredentialRequest: {
			address: string;
			chain: string;
			walletProvider?: string;
			walletName?: string;
			/** @description Links the credential to this account immediately */
			accountId?: string;
			metadata?: Record<string, unknown>;
		};
		/**
		 * @example {
		 *       "id": "3f2a9c01d2e44b7f8a6c5e15",
		 *       "format": "wallet",
		 *       "publicIdentifier": "0x00000000000000000000000000000000000000aa",
		 *       "address": "0x00000000000000000000000000000000000000aa",
		 *       "chain": "ethereum",
		 *       "isVerified": false,
		 *       "createdAt": "2026-01-31T12:00:00.000Z"
		 *     }
		 */
		WalletCredential: {
			id?: string;
			format?: string;
			publicIdentifier?: string;
			address?: string;
			chain?: string;
			isVerified?: boolean;
			accountId?: string;
			createdAt?: string;
		};
		/**
		 * @example {
		 *       "id": "3f2a9c01d2e44b7f8a6c5e16",
		 *       "format": "email",
		 *       "publicIdentifier": "guest@members.example",
		 *       "balances": [
		 *         {
		 *           "balance": 40,
		 *           "currencyId": "c00000000000000000000001",
		 *           "currencyName": "Stars",
		 *           "currencyEmoji": "⭐"
		 *         }
		 *       ],
		 *       "metadata": null
		 *     }
		 */
		FoundCredential: {
			id?: string;
			format?: string;
			publicIdentifier?: string;
			balances?: {
				balance?: number;
				currencyId?: string;
				currencyName?: string;
				currencyEmoji?: string | null;
			}[];
			metadata?: Record<string, unknown> | null;
		};
		/**
		 * @example {
		 *       "metadata": {
		 *         "seenAt": "counter"
		 *       }
		 *     }
		 */
		CredentialMetadataRequest: {
			metadata: Record<string, unknown>;
		};
		/**
		 * @example {
		 *       "amount": 25,
		 *       "realmPointId": "c00000000000000000000001",
		 *       "initiatorId": "b00000000000000000000002"
		 *     }
		 */
		CredentialBalanceRequest: {
			/** @description A positive amount is added, a negative amount is deducted */
			amount: number;
			/** @description The currency */
			realmPointId?: string;
			/** @description The account on whose behalf the balance changes (only for the audit) */
			initiatorId?: string;
		};
		/**
		 * @example {
		 *       "credentialId": "3f2a9c01d2e44b7f8a6c5e16",
		 *       "identifier": "guest@members.example",
		 *       "balance": 65,
		 *       "realmPointId": "c00000000000000000000001",
		 *       "linked": false
		 *     }
		 */
		CredentialBalance: {
			credentialId?: string;
			identifier?: string;
			balance?: number;
			realmPointId?: string;
			linked?: boolean;
		};
		/**
		 * @example {
		 *       "updates": [
		 *         {
		 *           "type": "email",
		 *           "value": "guest@members.example",
		 *           "amount": 25,
		 *           "realmPointId": "c00000000000000000000001"
		 *         },
		 *         {
		 *           "type": "custom",
		 *           "value": "customer-17",
		 *           "source": "shop",
		 *           "amount": 5
		 *         }
		 *       ],
		 *       "initiatorId": "b00000000000000000000002"
		 *     }
		 */
		CredentialBalancesRequest: {
			updates: {
				type: components['schemas']['CredentialType'];
				value: string;
				source?: string;
				realmPointId?: string;
				amount: number;
			}[];
			initiatorId?: string;
		};
		CredentialBalances: {
			success?: boolean;
			results?: {
				type?: string;
				value?: string;
				credentialId?: string;
				balance?: number;
				realmPointId?: string;
			}[];
			errors?: {
				type?: string;
				value?: string;
				error?: string;
			}[];
		};
		/**
		 * @example {
		 *       "amount": 5,
		 *       "realmPointId": "c00000000000000000000001"
		 *     }
		 */
		CredentialTransferRequest: {
			amount: number;
			/** @description The currency */
			realmPointId?: string;
		};
		/**
		 * @example {
		 *       "fromCredentialId": "3f2a9c01d2e44b7f8a6c5e16",
		 *       "toCredentialId": "3f2a9c01d2e44b7f8a6c5e14",
		 *       "amount": 5,
		 *       "realmPointId": "c00000000000000000000001"
		 *     }
		 */
		CredentialTransfer: {
			fromCredentialId?: string;
			toCredentialId?: string;
			amount?: number;
			realmPointId?: string;
		};
		/**
		 * @example {
		 *       "claimableBalances": [
		 *         {
		 *           "realmPointId": "c00000000000000000000001",
		 *           "balance": 340
		 *         }
		 *       ],
		 *       "claimableBalancesByActivation": [
		 *         {
		 *           "activationId": "f10000000000000000000001",
		 *           "balances": [
		 *             {
		 *               "realmPointId": "c00000000000000000000001",
		 *               "balance": 340
		 *             }
		 *           ]
		 *         }
		 *       ],
		 *       "tokenBalances": [
		 *         {
		 *           "token": {
		 *             "address": "0x0117000000000000000000000000000000000e20",
		 *             "chain": "ethereum",
		 *             "symbol": "OIL"
		 *           },
		 *           "balance": "1234567890123456789012"
		 *         }
		 *       ]
		 *     }
		 */
		MemberWeb3Balances: {
			claimableBalances: unknown;
			claimableBalancesByActivation: unknown;
			tokenBalances: unknown;
		};
		/**
		 * @example {
		 *       "claimType": "nft",
		 *       "activationId": "f10000000000000000000001",
		 *       "nftIds": [
		 *         "f00000000000000000000001"
		 *       ]
		 *     }
		 */
		ClaimRequest: {
			/** @enum {string} */
			claimType: 'all' | 'nft' | 'tokens' | 'erc1155';
			activationId?: string;
			nftIds?: string[];
		};
		/**
		 * @example {
		 *       "activationIds": [
		 *         "f10000000000000000000001"
		 *       ]
		 *     }
		 */
		NftLinkRequest: {
			activationIds?: string[];
		};
		/**
		 * @description The API document states nothing about it. The fields of the example are those of the sandbox.
		 * @example {
		 *       "id": "f70000000000000000000001",
		 *       "contractAddress": "0x5a9d00000000000000000000000000000000c0de",
		 *       "chain": "ethereum",
		 *       "tokenId": "2",
		 *       "seller": "0x0000000000000000000000000000000000000002",
		 *       "price": 0.3,
		 *       "createdAt": "2026-01-29T12:00:00.000Z"
		 *     }
		 */
		Listing: unknown;
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
			id?: string;
			contractAddress?: string;
			chain?: components['schemas']['Chain'];
			tokenId?: string;
			owner?: string;
			name?: string;
			description?: string;
			image?: string;
			attributes?: unknown[];
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
				realmPointId?: string;
				balance?: number;
				/** Format: date-time */
				lastCredited?: string;
				lastCreditedBy?: number;
				pointMetadata?: Record<string, unknown> | null;
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
			id?: string;
			quantity?: number;
			totalPrice?: number;
			status?: string;
			createdAt?: string;
			finalizedAt?: string;
			isFinalized?: boolean;
			metadata?: Record<string, unknown>;
			finalizedMetadata?: Record<string, unknown>;
			storeItem?: {
				id?: string;
				item?: {
					id?: string;
					name?: string;
					type?: string;
				};
			};
		};
		/**
		 * @example {
		 *       "id": "d00000000000000000000001",
		 *       "name": "First steps",
		 *       "description": "Find your way around the club.",
		 *       "type": "ONBOARDING",
		 *       "tasks": []
		 *     }
		 */
		Quest: {
			id?: string;
			name?: string;
			description?: string | null;
			type?: string;
			tasks?: components['schemas']['Task'][];
		};
		/**
		 * @example {
		 *       "name": "First steps",
		 *       "description": "Find your way around the club.",
		 *       "type": "ONBOARDING"
		 *     }
		 */
		QuestRequest: {
			name?: string;
			description?: string;
			/** @description The API document does not state the values */
			type?: string;
		};
		/**
		 * @example {
		 *       "id": "d00000000000000000000001",
		 *       "name": "First steps",
		 *       "description": "Find your way around the club.",
		 *       "status": "active",
		 *       "tasks": [],
		 *       "rewards": [
		 *         {
		 *           "type": "points",
		 *           "amount": 50,
		 *           "realmPointId": "c00000000000000000000001"
		 *         }
		 *       ]
		 *     }
		 */
		MemberQuest: {
			id?: string;
			name?: string;
			description?: string | null;
			/** @description The API document does not state the values */
			status?: string;
			tasks?: components['schemas']['Task'][];
			rewards?: Record<string, unknown>[];
			startDate?: string | null;
			endDate?: string | null;
		};
		/**
		 * @example {
		 *       "id": "e30000000000000000000001"
		 *     }
		 */
		NewRaffle: {
			id: string;
		};
		/**
		 * @example {
		 *       "name": "Night in the lighthouse",
		 *       "type": "PHYSICAL",
		 *       "ticketPrice": 1,
		 *       "endDate": "2026-12-31T18:00:00.000Z"
		 *     }
		 */
		RaffleCreation: {
			type?: string;
			name?: string;
			description?: string;
			image?: string;
			metadata?: Record<string, unknown>;
			ticketPrice?: number;
			maxTickets?: number;
			maxPerUser?: number;
			winnerCount?: number;
			/** Format: date-time */
			startDate?: string;
			/** Format: date-time */
			endDate?: string;
			currencyId?: string;
			/** @default [] */
			requiredMetadata: string[];
		};
		/**
		 * @example {
		 *       "endDate": "2026-12-31T18:00:00.000Z"
		 *     }
		 */
		RaffleUpdate: {
			name?: string;
			description?: string;
			image?: string;
			metadata?: Record<string, unknown>;
			ticketPrice?: number;
			maxTickets?: number;
			maxPerUser?: number;
			winnerCount?: number;
			startDate?: string;
			endDate?: string;
			currencyId?: string;
			requiredMetadata?: string[];
		};
		/**
		 * @example {
		 *       "tickets": 2,
		 *       "accountId": "b00000000000000000000001"
		 *     }
		 */
		TicketOrder: {
			tickets: number;
			metadata?: Record<string, unknown>;
			accountId?: string;
		};
		/**
		 * @example {
		 *       "id": "e30000000000000000000011",
		 *       "tickets": 2,
		 *       "totalPrice": 2
		 *     }
		 */
		TicketPurchase: {
			id: string;
			tickets: number;
			totalPrice: number;
		};
		/**
		 * @example {
		 *       "winners": [
		 *         {
		 *           "position": 1,
		 *           "member": {
		 *             "id": "b10000000000000000000001",
		 *             "accountId": "b00000000000000000000001"
		 *           }
		 *         }
		 *       ]
		 *     }
		 */
		Draw: {
			winners: {
				position: number;
				member: components['schemas']['RaffleMember'];
			}[];
		};
		/**
		 * @example {
		 *       "id": "b10000000000000000000001",
		 *       "accountId": "b00000000000000000000001",
		 *       "account": {
		 *         "username": "ada"
		 *       }
		 *     }
		 */
		RaffleMember: {
			id: string;
			accountId: string;
			account?: {
				username?: string;
			};
		};
		/**
		 * @example {
		 *       "id": "e30000000000000000000011",
		 *       "tickets": 2,
		 *       "totalPrice": 2,
		 *       "createdAt": "2026-01-29T12:00:00.000Z",
		 *       "member": {
		 *         "id": "b10000000000000000000001",
		 *         "accountId": "b00000000000000000000001",
		 *         "account": {
		 *           "username": "ada"
		 *         }
		 *       }
		 *     }
		 */
		RaffleEntry: {
			id: string;
			tickets: number;
			totalPrice: number;
			createdAt: string;
			member: components['schemas']['RaffleMember'];
		};
		/**
		 * @example {
		 *       "id": "e30000000000000000000001",
		 *       "item": {
		 *         "id": "e00000000000000000000004",
		 *         "name": "Night in the lighthouse",
		 *         "description": "Night in the lighthouse of the Lighthouse Club",
		 *         "type": "PHYSICAL",
		 *         "metadata": {}
		 *       },
		 *       "requiredMetadata": [],
		 *       "realmPoint": {
		 *         "id": "c00000000000000000000002",
		 *         "name": "Gems"
		 *       },
		 *       "currencyId": "c00000000000000000000002",
		 *       "ticketPrice": 1,
		 *       "maxTickets": 200,
		 *       "maxPerUser": 5,
		 *       "winnerCount": 1,
		 *       "startDate": "2026-01-28T12:00:00.000Z",
		 *       "endDate": "2026-12-31T18:00:00.000Z",
		 *       "status": "active",
		 *       "winners": [],
		 *       "_count": {
		 *         "entries": 0,
		 *         "winners": 0
		 *       }
		 *     }
		 */
		Raffle: {
			id?: string;
			item?: components['schemas']['Item'];
			requiredMetadata?: string[];
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
			winners?: {
				position?: number;
				metadata?: Record<string, unknown>;
				member?: components['schemas']['RaffleMember'];
			}[];
			_count?: {
				entries?: number;
				winners?: number;
			};
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
			createdAt?: string;
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
		 *       "error": "Bad Request",
		 *       "message": "The cursor is unknown."
		 *     }
		 */
		ErrorPerhapsMessage: {
			error: string;
			message?: string | null;
		};
		/**
		 * @example {
		 *       "message": "body: config must have required property settings"
		 *     }
		 */
		MessageError: {
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
			details?: {
				currentBalance?: number;
				requestedAmount?: number;
				memberId?: string;
			};
			requestId?: string;
			timestamp?: string;
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
			/** @description Seconds (elsewhere this field is in `details`) */
			retryAfter?: number;
		};
		/**
		 * @example {
		 *       "total": 1,
		 *       "page": 1,
		 *       "limit": 10,
		 *       "totalPages": 1
		 *     }
		 */
		OffsetMeta: {
			total: number;
			page: number;
			limit: number;
			totalPages: number;
		};
		/**
		 * @example {
		 *       "hasNextPage": false,
		 *       "hasPreviousPage": false,
		 *       "totalCount": 1
		 *     }
		 */
		CursorMeta: {
			/** @default false */
			hasNextPage: boolean;
			/** @default false */
			hasPreviousPage: boolean;
			startCursor?: string;
			endCursor?: string;
			totalCount?: number;
		};
		/**
		 * @example {
		 *       "totalCount": 1,
		 *       "hasNextPage": false,
		 *       "nextCursor": null
		 *     }
		 */
		NextMeta: {
			totalCount: number;
			hasNextPage: boolean;
			nextCursor: string | null;
		};
		/**
		 * @example {
		 *       "metadata": {
		 *         "note": "sent by post"
		 *       }
		 *     }
		 */
		MetadataRequest: {
			metadata?: Record<string, unknown>;
		};
		StoreItemAnswer: {
			data: components['schemas']['StoreItem'];
		};
		/**
		 * @example {
		 *       "name": "Mug",
		 *       "price": 250,
		 *       "stock": 40
		 *     }
		 */
		StoreItemCreation: {
			name?: string;
			description?: string;
			image?: string;
			type?: string;
			metadata?: Record<string, unknown>;
			price?: number;
			stock?: number;
			maxPerUser?: number;
			currencyId?: string;
			requiredMetadata?: string[];
		};
		/**
		 * @example {
		 *       "stock": 10
		 *     }
		 */
		StoreItemUpdate: {
			name?: string;
			description?: string;
			image?: string;
			type?: string;
			metadata?: Record<string, unknown>;
			price?: number;
			stock?: number;
			maxPerUser?: number;
			currencyId?: string;
			requiredMetadata?: string[];
		};
		/**
		 * @example {
		 *       "id": "e10000000000000000000002",
		 *       "item": {
		 *         "id": "e00000000000000000000002",
		 *         "name": "Mug",
		 *         "description": "Mug of the Lighthouse Club",
		 *         "type": "PHYSICAL",
		 *         "metadata": {}
		 *       },
		 *       "requiredMetadata": [
		 *         "address"
		 *       ],
		 *       "realmPoint": {
		 *         "id": "c00000000000000000000001",
		 *         "name": "Stars"
		 *       },
		 *       "currencyId": "c00000000000000000000001",
		 *       "price": 250,
		 *       "stock": 40,
		 *       "maxPerUser": null
		 *     }
		 */
		StoreItem: {
			id?: string;
			item?: components['schemas']['Item'];
			requiredMetadata?: string[];
			realmPoint?: components['schemas']['RealmPoint'];
			currencyId?: string;
			price?: number;
			stock?: number | null;
			maxPerUser?: number | null;
		};
		/**
		 * @example {
		 *       "id": "e00000000000000000000002",
		 *       "name": "Mug",
		 *       "description": "Mug of the Lighthouse Club",
		 *       "image": "https://images.example/mug.png",
		 *       "type": "PHYSICAL",
		 *       "metadata": {}
		 *     }
		 */
		Item: {
			id?: string;
			name?: string;
			description?: string;
			image?: string;
			/** @description DIGITAL, PHYSICAL or NFT */
			type?: string;
			metadata?: Record<string, unknown>;
		};
		/**
		 * @example {
		 *       "id": "d10000000000000000000001",
		 *       "questId": "d00000000000000000000001",
		 *       "name": "Read the welcome page",
		 *       "type": "STANDARD",
		 *       "description": null,
		 *       "config": null,
		 *       "triggers": [],
		 *       "conditions": [],
		 *       "actions": [],
		 *       "fromTransitions": [],
		 *       "toTransitions": []
		 *     }
		 */
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
			id?: string;
			taskId?: string;
			type?: string;
			config?: Record<string, unknown> | null;
			/** Format: date-time */
			createdAt?: string;
			/** Format: date-time */
			updatedAt?: string;
		};
		/**
		 * @example {
		 *       "id": "d50000000000000000000001",
		 *       "fromTaskId": "d10000000000000000000001",
		 *       "toTaskId": "d10000000000000000000002",
		 *       "condition": null,
		 *       "createdAt": "2025-12-02T12:00:00.000Z",
		 *       "updatedAt": "2025-12-02T12:00:00.000Z"
		 *     }
		 */
		TaskTransition: {
			id?: string;
			fromTaskId?: string;
			toTaskId?: string | null;
			condition?: unknown;
			createdAt?: string;
			updatedAt?: string;
		};
		/**
		 * @example {
		 *       "name": "Say hello",
		 *       "type": "STANDARD",
		 *       "description": "Write a message.",
		 *       "config": {
		 *         "minutes": 5
		 *       }
		 *     }
		 */
		TaskRequest: {
			name?: string;
			/** @description The API document does not state the values */
			type?: string;
			description?: string;
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
		TaskPartRequest: {
			type?: string;
			config?: Record<string, unknown>;
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
			id?: string;
			conditionId?: string;
			data?: Record<string, unknown>;
			usageCount?: number;
			usageLimit?: number;
			createdAt?: string;
			updatedAt?: string;
		};
		/**
		 * @example {
		 *       "toTaskId": "d10000000000000000000002",
		 *       "condition": {
		 *         "minimumScore": 10
		 *       }
		 *     }
		 */
		TaskTransitionRequest: {
			toTaskId?: string | null;
			/** @description The API document does not state its form */
			condition?: unknown;
		};
		/**
		 * @example {
		 *       "address": "0x0117000000000000000000000000000000000e20",
		 *       "name": "Lamp oil",
		 *       "symbol": "OIL",
		 *       "decimals": 18,
		 *       "chain": "ethereum",
		 *       "logo": null,
		 *       "type": "erc20"
		 *     }
		 */
		Token: {
			address: string;
			name: string;
			symbol: string;
			decimals: number;
			chain: components['schemas']['Chain'];
			logo: string | null;
			type: string;
		};
		/**
		 * @example {
		 *       "token": {
		 *         "address": "0x0117000000000000000000000000000000000e20",
		 *         "name": "Lamp oil",
		 *         "symbol": "OIL",
		 *         "decimals": 18,
		 *         "chain": "ethereum",
		 *         "logo": null,
		 *         "type": "erc20"
		 *       },
		 *       "balance": "1234567890123456789012",
		 *       "balanceFormatted": "1234.567890123456789012",
		 *       "balanceUsd": 617.28
		 *     }
		 */
		TokenBalance: {
			token: components['schemas']['Token'];
			/** @description The balance in the smallest unit */
			balance: string;
			balanceFormatted: string;
			balanceUsd: number | null;
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
			/** @description HTTPS is recommended */
			url?: string;
			events?: string[];
			secret?: string;
			active?: boolean;
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
			/** @description HTTPS is recommended */
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
			/** @description HTTPS is recommended */
			url?: string;
			events?: string[];
			secret?: string;
			active?: boolean;
		};
	};
	responses: {
		/** @description There is no such app. The body has only the field `error`, unlike in other operations. */
		NoSuchApp: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				/**
				 * @example {
				 *       "error": "There is no such app."
				 *     }
				 */
				'application/json': components['schemas']['Error'];
			};
		};
		/** @description The service failed. The body has only the field `error`, unlike in other operations. */
		InstallsFault: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				/**
				 * @example {
				 *       "error": "Internal Server Error"
				 *     }
				 */
				'application/json': components['schemas']['Error'];
			};
		};
		/** @description The service refused the code or the app. The error code says why. */
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
		/** @description The request is invalid */
		BadRequest: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Error'];
			};
		};
		/** @description The request is invalid. Some operations add a `message` to the `error`. */
		Refused: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ErrorPerhapsMessage'];
			};
		};
		/** @description The request is invalid. The body has only a `message`. */
		RefusedInWords: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['MessageError'];
			};
		};
		/** @description The key is missing, unknown or expired. The API document does not state the body. */
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
		/** @description There is no such record */
		NotFound: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['NotFoundError'];
			};
		};
		/** @description The current state does not allow the request */
		Conflict: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ErrorWithMessage'];
			};
		};
		/** @description A rule of the service forbids the request, for example because a balance is too low */
		BusinessRule: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['BusinessRuleError'];
			};
		};
		/** @description The realm has reached its rate limit */
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
		/** @description The service failed and says why */
		FaultWithMessage: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				/**
				 * @example {
				 *       "message": "The node of the chain does not answer.",
				 *       "error": "Internal Server Error"
				 *     }
				 */
				'application/json': components['schemas']['ErrorWithMessage'];
			};
		};
	};
	parameters: {
		/** @example f10000000000000000000001 */
		ActivationId: string;
		/** @example f10000000000000000000001 */
		SourceActivationId: string;
		/**
		 * @description The endCursor of the previous page (inferred)
		 * @example f10000000000000000000001
		 */
		AfterActivation: string;
		/** @example f30000000000000000000001 */
		AppId: components['schemas']['ObjectId'];
		/**
		 * @description `sha256=` and the lowercase hexadecimal HMAC-SHA256 of the body. Absent for a webhook without a secret.
		 * @example sha256=7d38b5cd25a2baf85ad3bb5b9311383e671a8a142eb302b324d4a5fba8748c69
		 */
		Signature: string;
		/** @example f20000000000000000000001 */
		JobId: string;
		/** @description The kind of identifier */
		CredentialType: components['schemas']['CredentialType'];
		/** @example guest@members.example */
		CredentialValue: string;
		/**
		 * @description The provider (required with the type custom)
		 * @example shop
		 */
		CredentialSource: string;
		/** @example e30000000000000000000001 */
		RaffleId: string;
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
		/**
		 * @description Records per page (inferred). The sandbox returns 25 by default and at most 100.
		 * @example 10
		 */
		Take: number;
		/**
		 * @description The endCursor of the previous page (inferred)
		 * @example d10000000000000000000001
		 */
		After: string;
		/** @example 0x5a9d00000000000000000000000000000000c0de */
		ContractAddress: string;
		/** @example 7 */
		TokenId: string;
		/** @example e10000000000000000000001 */
		ItemId: string;
		/** @example d20000000000000000000001 */
		ConditionId: string;
		/** @example 0x0000000000000000000000000000000000000001 */
		WalletAddress: string;
	};
	requestBodies: never;
	headers: never;
	pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
	'account.find': {
		parameters: {
			query: {
				/** @description The kind of identifier */
				type: 'twitter-id' | 'discord-id' | 'wallet' | 'email' | 'username';
				/**
				 * @description One value, although the name is plural
				 * @example ada@members.example
				 */
				values: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The account id, or null */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: string | null;
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
	'activation.getMany': {
		parameters: {
			query?: {
				/**
				 * @description Records per page (inferred). The sandbox returns 25 by default and at most 100.
				 * @example 10
				 */
				take?: components['parameters']['Take'];
				/**
				 * @description The endCursor of the previous page (inferred)
				 * @example f10000000000000000000001
				 */
				after?: components['parameters']['AfterActivation'];
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
			/** @description The activations of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Activation'][];
						meta: components['schemas']['CursorMeta'];
					};
				};
			};
			400: components['responses']['Refused'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'activation.create': {
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
				'application/json': components['schemas']['ActivationRequest'];
			};
		};
		responses: {
			/** @description The activation */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['Activation'];
				};
			};
			400: components['responses']['Refused'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'activation.get': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example f10000000000000000000001 */
				activationId: components['parameters']['ActivationId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The activation */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Activation'];
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
	'activation.delete': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example f10000000000000000000001 */
				activationId: components['parameters']['ActivationId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The activation was removed */
			204: {
				headers: {
					[name: string]: unknown;
				};
				content?: never;
			};
			400: components['responses']['Refused'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'activation.sync': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example f10000000000000000000001 */
				activationId: components['parameters']['ActivationId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The number of NFTs that were read */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ActivationSync'];
				};
			};
			400: components['responses']['Refused'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'activation.creditNfts': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example f10000000000000000000001 */
				activationId: components['parameters']['ActivationId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['ActivationCredit'];
			};
		};
		responses: {
			/** @description The number of NFTs that were credited */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ActivationCreditResult'];
				};
			};
			400: components['responses']['Refused'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			422: components['responses']['BusinessRule'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'activation.link': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example f10000000000000000000001 */
				sourceActivationId: components['parameters']['SourceActivationId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['ActivationLink'];
			};
		};
		responses: {
			/** @description The activations are linked */
			204: {
				headers: {
					[name: string]: unknown;
				};
				content?: never;
			};
			400: components['responses']['Refused'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'activation.unlink': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example f10000000000000000000001 */
				sourceActivationId: components['parameters']['SourceActivationId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['ActivationLink'];
			};
		};
		responses: {
			/** @description The activations are not linked */
			204: {
				headers: {
					[name: string]: unknown;
				};
				content?: never;
			};
			400: components['responses']['Refused'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'activationConfig.getMany': {
		parameters: {
			query?: {
				/**
				 * @description Records per page (inferred). The sandbox returns 25 by default and at most 100.
				 * @example 10
				 */
				take?: components['parameters']['Take'];
				/**
				 * @description The endCursor of the previous page (inferred)
				 * @example f50000000000000000000001
				 */
				after?: string;
			};
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example f10000000000000000000001 */
				activationId: components['parameters']['ActivationId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The configs of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['ActivationConfig'][];
						meta: components['schemas']['CursorMeta'];
					};
				};
			};
			400: components['responses']['RefusedInWords'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'activationConfig.create': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example f10000000000000000000001 */
				activationId: components['parameters']['ActivationId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['ActivationConfigRequest'];
			};
		};
		responses: {
			/** @description The activation with all its configs */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['Activation'];
				};
			};
			400: components['responses']['RefusedInWords'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'activationConfig.delete': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example f10000000000000000000001 */
				activationId: components['parameters']['ActivationId'];
				/** @example f50000000000000000000001 */
				configId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The config was removed */
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
	'activationConfig.update': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example f10000000000000000000001 */
				activationId: components['parameters']['ActivationId'];
				/** @example f50000000000000000000001 */
				configId: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['ActivationConfigRequest'];
			};
		};
		responses: {
			/** @description The config after the change */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ActivationConfig'];
				};
			};
			400: components['responses']['RefusedInWords'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'app.getAuthorizedRealms': {
		parameters: {
			query?: {
				/** @description Records per page, as a number or as text. The sandbox returns at most 100. */
				take?: number | string;
				/**
				 * @description The nextCursor of the previous page
				 * @example f40000000000000000000001
				 */
				from?: components['schemas']['ObjectId'];
			};
			header?: never;
			path: {
				/** @example f30000000000000000000001 */
				appId: components['parameters']['AppId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The realms of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['AppRealm'][];
						meta: components['schemas']['NextMeta'];
					};
				};
			};
			400: components['responses']['Refused'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'app.searchAuthorizedRealms': {
		parameters: {
			query: {
				/** @description The kind of identifier */
				type: 'realmId' | 'platformId';
				/**
				 * @description Values, separated by commas
				 * @example a00000000000000000000001,a00000000000000000000002
				 */
				values: string;
				/** @description Records per page */
				take?: number;
				/**
				 * @description The endCursor of the previous page
				 * @example f40000000000000000000001
				 */
				from?: string;
			};
			header?: never;
			path: {
				/** @example f30000000000000000000001 */
				appId: components['parameters']['AppId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The realms of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['AppRealm'][];
						meta: components['schemas']['CursorMeta'];
					};
				};
			};
			400: components['responses']['Refused'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'app.getInstalls': {
		parameters: {
			query?: {
				page?: number;
				limit?: number;
				/**
				 * @description A part of the name or the description of the realm
				 * @example club
				 */
				search?: string;
				sortBy?: 'createdAt' | 'updatedAt' | 'realmName' | 'memberCount';
				sortOrder?: 'asc' | 'desc';
			};
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmObjectId'];
				/** @example f30000000000000000000001 */
				appId: components['parameters']['AppId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The installations of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['AppInstall'][];
						meta: components['schemas']['InstallsMeta'];
					};
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NoSuchApp'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['InstallsFault'];
		};
	};
	'collection.get': {
		parameters: {
			query?: {
				chain?: components['schemas']['Chain'];
				cache?: boolean;
			};
			header?: never;
			path: {
				/** @example 0x5a9d00000000000000000000000000000000c0de */
				contractAddress: components['parameters']['ContractAddress'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The collection */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Collection'];
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
	'collection.getNfts': {
		parameters: {
			query?: {
				chain?: components['schemas']['Chain'];
				/**
				 * @description Records per page (inferred). The sandbox returns 20 by default.
				 * @example 20
				 */
				limit?: number;
				/**
				 * @description The endCursor of the previous page (inferred)
				 * @example f00000000000000000000001
				 */
				cursor?: string;
			};
			header?: never;
			path: {
				/** @example 0x5a9d00000000000000000000000000000000c0de */
				contractAddress: components['parameters']['ContractAddress'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The NFTs of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['NftDetails'][];
						meta: components['schemas']['CursorMeta'];
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
	'collection.getListings': {
		parameters: {
			query?: {
				chain?: components['schemas']['Chain'];
				/**
				 * @description Records per page (inferred). The sandbox returns 20 by default.
				 * @example 20
				 */
				limit?: number;
				/**
				 * @description The endCursor of the previous page (inferred)
				 * @example f70000000000000000000001
				 */
				cursor?: string;
			};
			header?: never;
			path: {
				/** @example 0x5a9d00000000000000000000000000000000c0de */
				contractAddress: components['parameters']['ContractAddress'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The offers of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Listing'][];
						meta: components['schemas']['CursorMeta'];
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
			/** @description The page that asks for consent */
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
	'currency.getMany': {
		parameters: {
			query?: {
				/** @description Page number, counted from 1 */
				page?: number;
				/** @description Currencies per page */
				limit?: number;
				/**
				 * @description A part of the name
				 * @example star
				 */
				search?: string;
				/**
				 * @description The field to sort by. The set of values is open.
				 * @example name
				 */
				sortBy?: string;
				sortOrder?: 'asc' | 'desc';
				includeArchived?: boolean;
				status?: 'active' | 'archived';
				isDefault?: boolean;
			};
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmObjectId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The currencies of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Currency'][];
						meta: components['schemas']['OffsetMeta'];
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
	'currency.create': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmObjectId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['CurrencyCreate'];
			};
		};
		responses: {
			/** @description The new currency */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['Currency'];
				};
			};
			400: components['responses']['Refused'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'currency.get': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmObjectId'];
				/** @example c00000000000000000000001 */
				currencyId: components['parameters']['CurrencyId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The currency */
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
	'currency.archive': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmObjectId'];
				/** @example c00000000000000000000001 */
				currencyId: components['parameters']['CurrencyId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The currency is archived */
			204: {
				headers: {
					[name: string]: unknown;
				};
				content?: never;
			};
			400: components['responses']['Refused'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'currency.updateInRealm': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmObjectId'];
				/** @example c00000000000000000000001 */
				currencyId: components['parameters']['CurrencyId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['CurrencyUpdateInRealm'];
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
			400: components['responses']['Refused'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'currency.unarchive': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmObjectId'];
				/** @example c00000000000000000000001 */
				currencyId: components['parameters']['CurrencyId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The currency is in use */
			204: {
				headers: {
					[name: string]: unknown;
				};
				content?: never;
			};
			400: components['responses']['Refused'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'currency.updateMetadata': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmObjectId'];
				/** @example c00000000000000000000001 */
				currencyId: components['parameters']['CurrencyId'];
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
			400: components['responses']['Refused'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'currencyShare.getPending': {
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
			/** @description The shares */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['PendingCurrencyShare'][];
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
	'currencyShare.getMany': {
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
		requestBody?: never;
		responses: {
			/** @description The shares */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['CurrencyShare'][];
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
	'currencyShare.create': {
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
				'application/json': components['schemas']['CurrencyShareRequest'];
			};
		};
		responses: {
			/** @description The share */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['NewCurrencyShare'];
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
	'currencyShare.accept': {
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
		requestBody?: never;
		responses: {
			/** @description The share is accepted */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						/**
						 * @example {
						 *       "status": "ACCEPTED",
						 *       "acceptedAt": "2026-01-31T12:00:00.000Z"
						 *     }
						 */
						data: {
							status?: string;
							/** Format: date-time */
							acceptedAt?: string;
						};
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
	'currencyShare.reject': {
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
		requestBody?: never;
		responses: {
			/** @description The share is rejected */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						/**
						 * @example {
						 *       "status": "REJECTED",
						 *       "rejectedAt": "2026-01-31T12:00:00.000Z"
						 *     }
						 */
						data: {
							status?: string;
							/** Format: date-time */
							rejectedAt?: string;
						};
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
	'currencyShare.revoke': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example c00000000000000000000001 */
				currencyId: components['parameters']['CurrencyId'];
				/** @example a00000000000000000000002 */
				childRealmId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The share was removed */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						/**
						 * @example {
						 *       "id": "3f2a9c01d2e44b7f8a6c5e11"
						 *     }
						 */
						data: {
							id?: string;
						};
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
	'currencyShare.leave': {
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
		requestBody?: never;
		responses: {
			/** @description The share was removed */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						/** @example The shared currency was removed from the realm. */
						data: string;
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
	'export.delete': {
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
			/** @description The job was deleted */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ExportDeletion'];
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
			/** @description The file itself, if the service does not redirect (inferred). The sandbox always redirects. */
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
			/** @description The file is at the address in the header `Location` */
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
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'member.search': {
		parameters: {
			query: {
				/** @description The kind of identifier */
				type: components['schemas']['MemberSearchType'];
				/**
				 * @description At most 50 values, separated by commas
				 * @example ada,bruno
				 */
				values: string;
				/**
				 * @description Page number, counted from 1
				 * @example 1
				 */
				page?: number;
				/**
				 * @description Members per page. The sandbox returns 50 by default.
				 * @example 50
				 */
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
				realmId: components['parameters']['RealmObjectId'];
				/** @example b00000000000000000000001 */
				serviceId: components['parameters']['ServiceObjectId'];
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
	'member.getMany': {
		parameters: {
			query?: {
				/**
				 * @description Page number, counted from 1
				 * @example 1
				 */
				page?: number;
				/**
				 * @description Members per page
				 * @example 20
				 */
				limit?: number;
				/**
				 * @description A part of the user name, display name or email address
				 * @example ada
				 */
				search?: string;
				sortBy?:
					| 'username'
					| 'displayName'
					| 'firstVisit'
					| 'lastVisit'
					| 'updatedAt'
					| 'lastActive'
					| 'createdAt'
					| 'joinedAt'
					| 'name'
					| 'user'
					| 'status';
				sortOrder?: 'asc' | 'desc';
			};
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmObjectId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The members of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Member'][];
						meta: components['schemas']['OffsetMeta'];
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
	'member.getLeaderboard': {
		parameters: {
			query?: {
				/** @example c00000000000000000000001 */
				currencyId?: string;
				/**
				 * @description Members per page
				 * @example 10
				 */
				take?: string;
				/**
				 * @description The endCursor of the previous page
				 * @example b00000000000000000000001
				 */
				after?: string;
			};
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmObjectId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The members of one page, highest balance first */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['LeaderboardRow'][];
						meta: components['schemas']['CursorMeta'];
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
	'member.updateBalance': {
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
				'application/json': components['schemas']['BalanceChangeRequest'];
			};
		};
		responses: {
			/** @description The balance has changed */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['BalanceChange'];
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
	'member.updateBalances': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmObjectId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['BalanceChangesRequest'];
			};
		};
		responses: {
			/** @description All balances have changed */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['BalanceChanges'];
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
	'memberCredential.createSocial': {
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
				'application/json': components['schemas']['SocialCredentialRequest'];
			};
		};
		responses: {
			/** @description The credential */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['SocialCredential'];
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
	'memberCredential.createWallet': {
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
				'application/json': components['schemas']['WalletCredentialRequest'];
			};
		};
		responses: {
			/** @description The credential */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['WalletCredential'];
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
	'memberCredential.find': {
		parameters: {
			query: {
				/** @description The kind of identifier */
				type: components['parameters']['CredentialType'];
				/** @example guest@members.example */
				value: components['parameters']['CredentialValue'];
				/**
				 * @description The provider (required with the type custom)
				 * @example shop
				 */
				source?: components['parameters']['CredentialSource'];
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
			/** @description The credential and its balances */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['FoundCredential'];
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
	'memberCredential.link': {
		parameters: {
			query: {
				/** @description The kind of identifier */
				type: components['parameters']['CredentialType'];
				/** @example guest@members.example */
				value: components['parameters']['CredentialValue'];
				/**
				 * @description The provider (required with the type custom)
				 * @example shop
				 */
				source?: components['parameters']['CredentialSource'];
				/** @example b00000000000000000000001 */
				accountId: string;
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
			/** @description The credential is linked */
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
			409: components['responses']['Conflict'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'memberCredential.delete': {
		parameters: {
			query: {
				/** @description The kind of identifier */
				type: components['parameters']['CredentialType'];
				/** @example guest@members.example */
				value: components['parameters']['CredentialValue'];
				/**
				 * @description The provider (required with the type custom)
				 * @example shop
				 */
				source?: components['parameters']['CredentialSource'];
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
			/** @description The credential was deleted */
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
	'memberCredential.updateMetadata': {
		parameters: {
			query: {
				/** @description The kind of identifier */
				type: components['parameters']['CredentialType'];
				/** @example guest@members.example */
				value: components['parameters']['CredentialValue'];
				/**
				 * @description The provider (required with the type custom)
				 * @example shop
				 */
				source?: components['parameters']['CredentialSource'];
			};
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['CredentialMetadataRequest'];
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
	'memberCredential.updateBalance': {
		parameters: {
			query: {
				/** @description The kind of identifier */
				type: components['parameters']['CredentialType'];
				/** @example guest@members.example */
				value: components['parameters']['CredentialValue'];
				/**
				 * @description The provider (required with the type custom)
				 * @example shop
				 */
				source?: components['parameters']['CredentialSource'];
			};
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['CredentialBalanceRequest'];
			};
		};
		responses: {
			/** @description The balance has changed */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['CredentialBalance'];
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
	'memberCredential.updateBalances': {
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
				'application/json': components['schemas']['CredentialBalancesRequest'];
			};
		};
		responses: {
			/** @description The entries that were applied, and those that were not */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['CredentialBalances'];
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
	'memberCredential.transferBalance': {
		parameters: {
			query: {
				fromType: components['schemas']['CredentialType'];
				/** @example guest@members.example */
				fromValue: string;
				/** @example shop */
				fromSource?: string;
				toType: components['schemas']['CredentialType'];
				/** @example guest@members.example */
				toValue: string;
				/** @example shop */
				toSource?: string;
			};
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['CredentialTransferRequest'];
			};
		};
		responses: {
			/** @description The transfer happened */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['CredentialTransfer'];
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
	'memberWeb3.getBalances': {
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
		requestBody?: never;
		responses: {
			/** @description The balances */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['MemberWeb3Balances'];
					};
				};
			};
			400: components['responses']['RefusedInWords'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'memberWeb3.getNfts': {
		parameters: {
			query?: {
				/** @example 20 */
				limit?: number;
				/** @example f00000000000000000000001 */
				cursor?: string;
				/** @example f10000000000000000000001 */
				activationId?: string;
				includeBalances?: boolean;
				includeAttributes?: boolean;
			};
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example b00000000000000000000001 */
				serviceId: components['parameters']['ServiceId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The NFTs of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['ActivationNftBalance'][];
						meta: components['schemas']['NextMeta'];
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
	'memberWeb3.claim': {
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
				'application/json': components['schemas']['ClaimRequest'];
			};
		};
		responses: {
			/** @description The points were claimed */
			204: {
				headers: {
					[name: string]: unknown;
				};
				content?: never;
			};
			400: components['responses']['Refused'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'memberWeb3.linkNfts': {
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
		requestBody?: {
			content: {
				'application/json': components['schemas']['NftLinkRequest'];
			};
		};
		responses: {
			/** @description The NFTs are linked */
			204: {
				headers: {
					[name: string]: unknown;
				};
				content?: never;
			};
			400: components['responses']['Refused'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'memberWeb3.unlinkNfts': {
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
		requestBody?: {
			content: {
				'application/json': components['schemas']['NftLinkRequest'];
			};
		};
		responses: {
			/** @description The NFTs are not linked */
			204: {
				headers: {
					[name: string]: unknown;
				};
				content?: never;
			};
			400: components['responses']['Refused'];
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
				activationId: components['parameters']['ActivationId'];
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
				cache?: boolean;
			};
			header?: never;
			path: {
				/** @example 0x5a9d00000000000000000000000000000000c0de */
				contractAddress: components['parameters']['ContractAddress'];
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
			500: components['responses']['FaultWithMessage'];
		};
	};
	'nft.getListings': {
		parameters: {
			query?: {
				chain?: components['schemas']['Chain'];
			};
			header?: never;
			path: {
				/** @example 0x5a9d00000000000000000000000000000000c0de */
				contractAddress: components['parameters']['ContractAddress'];
				/** @example 7 */
				tokenId: components['parameters']['TokenId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The offers */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Listing'][];
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
	'purchase.getMany': {
		parameters: {
			query?: {
				/**
				 * @description Records per page (inferred). The sandbox returns 25 by default and at most 100.
				 * @example 10
				 */
				take?: components['parameters']['Take'];
				/**
				 * @description The endCursor of the previous page (inferred)
				 * @example e20000000000000000000001
				 */
				after?: string;
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
			/** @description The purchases of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Purchase'][];
						meta: components['schemas']['CursorMeta'];
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
	'quest.getMany': {
		parameters: {
			query?: {
				/**
				 * @description Records per page (inferred). The sandbox returns 25 by default and at most 100.
				 * @example 10
				 */
				take?: components['parameters']['Take'];
				/**
				 * @description The endCursor of the previous page (inferred)
				 * @example d10000000000000000000001
				 */
				after?: components['parameters']['After'];
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
			/** @description The quests of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Quest'][];
						meta: components['schemas']['CursorMeta'];
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
	'quest.create': {
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
				'application/json': components['schemas']['QuestRequest'];
			};
		};
		responses: {
			/** @description The new quest, without tasks */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Quest'];
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
	'quest.get': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example d00000000000000000000001 */
				questId: components['parameters']['QuestId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The quest with its tasks */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Quest'];
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
	'quest.delete': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example d00000000000000000000001 */
				questId: components['parameters']['QuestId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The quest that was removed, with its tasks */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Quest'];
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
	'quest.update': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example d00000000000000000000001 */
				questId: components['parameters']['QuestId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['QuestRequest'];
			};
		};
		responses: {
			/** @description The quest after the update */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Quest'];
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
	'quest.getManyForMember': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example b00000000000000000000001 */
				memberId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The quests */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['MemberQuest'][];
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
	'raffle.getMany': {
		parameters: {
			query?: {
				/**
				 * @description Records per page (inferred). The sandbox returns 25 by default and at most 100.
				 * @example 10
				 */
				take?: components['parameters']['Take'];
				/**
				 * @description The endCursor of the previous page (inferred)
				 * @example e30000000000000000000001
				 */
				after?: string;
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
			/** @description The raffles of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Raffle'][];
						meta: components['schemas']['CursorMeta'];
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
	'raffle.create': {
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
				'application/json': components['schemas']['RaffleCreation'];
			};
		};
		responses: {
			/** @description The id of the raffle */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['NewRaffle'];
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
	'raffle.get': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example e30000000000000000000001 */
				raffleId: components['parameters']['RaffleId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The raffle */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Raffle'];
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
	'raffle.update': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example e30000000000000000000001 */
				raffleId: components['parameters']['RaffleId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['RaffleUpdate'];
			};
		};
		responses: {
			/** @description The raffle after the change */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Raffle'];
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
	'raffle.buyTickets': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example e30000000000000000000001 */
				raffleId: components['parameters']['RaffleId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['TicketOrder'];
			};
		};
		responses: {
			/** @description The tickets */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['TicketPurchase'];
					};
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
	'raffle.draw': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example e30000000000000000000001 */
				raffleId: components['parameters']['RaffleId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The winners */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Draw'];
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
	'raffle.getEntries': {
		parameters: {
			query?: {
				/**
				 * @description Records per page (inferred). The sandbox returns 25 by default and at most 100.
				 * @example 10
				 */
				take?: components['parameters']['Take'];
				/**
				 * @description The endCursor of the previous page (inferred)
				 * @example e30000000000000000000011
				 */
				after?: string;
			};
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example e30000000000000000000001 */
				raffleId: components['parameters']['RaffleId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The entries of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['RaffleEntry'][];
						meta: components['schemas']['CursorMeta'];
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
	'raffle.getActiveEntries': {
		parameters: {
			query?: {
				/**
				 * @description Records per page (inferred). The sandbox returns 25 by default and at most 100.
				 * @example 10
				 */
				take?: components['parameters']['Take'];
				/**
				 * @description The endCursor of the previous page (inferred)
				 * @example e30000000000000000000011
				 */
				after?: string;
			};
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example e30000000000000000000001 */
				raffleId: components['parameters']['RaffleId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The entries of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['RaffleEntry'][];
						meta: components['schemas']['CursorMeta'];
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
	'storeItem.getMany': {
		parameters: {
			query?: {
				/**
				 * @description Records per page (inferred). The sandbox returns 25 by default and at most 100.
				 * @example 10
				 */
				take?: components['parameters']['Take'];
				/**
				 * @description The endCursor of the previous page (inferred)
				 * @example e10000000000000000000001
				 */
				after?: string;
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
			/** @description The items of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['StoreItem'][];
						meta: components['schemas']['CursorMeta'];
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
	'storeItem.create': {
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
				'application/json': components['schemas']['StoreItemCreation'];
			};
		};
		responses: {
			/** @description The item */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['StoreItemAnswer'];
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
	'storeItem.get': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example e10000000000000000000001 */
				itemId: components['parameters']['ItemId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The item */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['StoreItemAnswer'];
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
	'storeItem.update': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example e10000000000000000000001 */
				itemId: components['parameters']['ItemId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['StoreItemUpdate'];
			};
		};
		responses: {
			/** @description The item after the change */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['StoreItemAnswer'];
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
	'storeItem.purchase': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example e10000000000000000000001 */
				itemId: components['parameters']['ItemId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': {
					quantity?: number;
					metadata?: Record<string, unknown>;
					accountId?: string;
				};
			};
		};
		responses: {
			/** @description The purchase */
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
			422: components['responses']['BusinessRule'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['ServerError'];
		};
	};
	'task.getMany': {
		parameters: {
			query?: {
				/**
				 * @description Records per page (inferred). The sandbox returns 25 by default and at most 100.
				 * @example 10
				 */
				take?: components['parameters']['Take'];
				/**
				 * @description The endCursor of the previous page (inferred)
				 * @example d10000000000000000000001
				 */
				after?: components['parameters']['After'];
			};
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example d00000000000000000000001 */
				questId: components['parameters']['QuestId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The tasks of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Task'][];
						meta: components['schemas']['CursorMeta'];
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
	'task.create': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				/** @example a00000000000000000000001 */
				realmId: components['parameters']['RealmId'];
				/** @example d00000000000000000000001 */
				questId: components['parameters']['QuestId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['TaskRequest'];
			};
		};
		responses: {
			/** @description The new task, without parts */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Task'];
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
	'task.get': {
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
			/** @description The task with its parts */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Task'];
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
	'task.delete': {
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
			/** @description The task that was removed */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Task'];
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
	'task.update': {
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
				'application/json': components['schemas']['TaskRequest'];
			};
		};
		responses: {
			/** @description The task after the update */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Task'];
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
	'taskAction.getMany': {
		parameters: {
			query?: {
				/**
				 * @description Records per page (inferred). The sandbox returns 25 by default and at most 100.
				 * @example 10
				 */
				take?: components['parameters']['Take'];
				/**
				 * @description The endCursor of the previous page (inferred)
				 * @example d10000000000000000000001
				 */
				after?: components['parameters']['After'];
			};
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
			/** @description The actions of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['TaskPart'][];
						meta: components['schemas']['CursorMeta'];
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
	'taskAction.create': {
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
				'application/json': components['schemas']['TaskPartRequest'];
			};
		};
		responses: {
			/** @description The new action */
			201: {
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
	'taskAction.get': {
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
		requestBody?: never;
		responses: {
			/** @description The action */
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
	'taskAction.delete': {
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
		requestBody?: never;
		responses: {
			/** @description The action that was removed */
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
			query?: {
				/**
				 * @description Records per page (inferred). The sandbox returns 25 by default and at most 100.
				 * @example 10
				 */
				take?: components['parameters']['Take'];
				/**
				 * @description The endCursor of the previous page (inferred)
				 * @example d10000000000000000000001
				 */
				after?: components['parameters']['After'];
			};
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
			/** @description The conditions of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['TaskPart'][];
						meta: components['schemas']['CursorMeta'];
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
				'application/json': components['schemas']['TaskPartRequest'];
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
			/** @description The condition that was removed */
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
	'taskTransition.getMany': {
		parameters: {
			query?: {
				/**
				 * @description Records per page (inferred). The sandbox returns 25 by default and at most 100.
				 * @example 10
				 */
				take?: components['parameters']['Take'];
				/**
				 * @description The endCursor of the previous page (inferred)
				 * @example d10000000000000000000001
				 */
				after?: components['parameters']['After'];
			};
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
			/** @description The transitions of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['TaskTransition'][];
						meta: components['schemas']['CursorMeta'];
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
	'taskTransition.create': {
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
				'application/json': components['schemas']['TaskTransitionRequest'];
			};
		};
		responses: {
			/** @description The new transition */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['TaskTransition'];
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
	'taskTransition.get': {
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
				/** @example d50000000000000000000001 */
				transitionId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The transition */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['TaskTransition'];
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
	'taskTransition.delete': {
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
				/** @example d50000000000000000000001 */
				transitionId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The transition that was removed */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['TaskTransition'];
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
	'taskTransition.update': {
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
				/** @example d50000000000000000000001 */
				transitionId: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['TaskTransitionRequest'];
			};
		};
		responses: {
			/** @description The transition after the update */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['TaskTransition'];
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
	'taskTrigger.getMany': {
		parameters: {
			query?: {
				/**
				 * @description Records per page (inferred). The sandbox returns 25 by default and at most 100.
				 * @example 10
				 */
				take?: components['parameters']['Take'];
				/**
				 * @description The endCursor of the previous page (inferred)
				 * @example d10000000000000000000001
				 */
				after?: components['parameters']['After'];
			};
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
			/** @description The triggers of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['TaskPart'][];
						meta: components['schemas']['CursorMeta'];
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
	'taskTrigger.create': {
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
				'application/json': components['schemas']['TaskPartRequest'];
			};
		};
		responses: {
			/** @description The new trigger */
			201: {
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
	'taskTrigger.get': {
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
				/** @example d40000000000000000000001 */
				triggerId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The trigger */
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
	'taskTrigger.delete': {
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
				/** @example d40000000000000000000001 */
				triggerId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The trigger that was removed */
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
	'taskTrigger.update': {
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
				/** @example d40000000000000000000001 */
				triggerId: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['TaskPartUpdate'];
			};
		};
		responses: {
			/** @description The trigger after the update */
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
	'token.get': {
		parameters: {
			query?: {
				chain?: components['schemas']['Chain'];
			};
			header?: never;
			path: {
				/** @example 0x0117000000000000000000000000000000000e20 */
				tokenAddress: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The token */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Token'];
					};
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['FaultWithMessage'];
		};
	};
	'wallet.getNfts': {
		parameters: {
			query?: {
				chain?: components['schemas']['Chain'];
				/** @description Records per page */
				limit?: number;
				/**
				 * @description The endCursor of the previous page
				 * @example f00000000000000000000001
				 */
				cursor?: string;
				/**
				 * @description Only NFTs of these collections
				 * @example [
				 *       "0x5a9d00000000000000000000000000000000c0de"
				 *     ]
				 */
				contractAddresses?: string[];
			};
			header?: never;
			path: {
				/** @example 0x0000000000000000000000000000000000000001 */
				walletAddress: components['parameters']['WalletAddress'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The NFTs of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['NftDetails'][];
						meta: components['schemas']['CursorMeta'];
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
	'wallet.getTokenBalances': {
		parameters: {
			query?: {
				chain?: components['schemas']['Chain'];
				/** @description Records per page */
				limit?: number;
				/**
				 * @description The endCursor of the previous page
				 * @example 0x0117000000000000000000000000000000000e20
				 */
				cursor?: string;
			};
			header?: never;
			path: {
				/** @example 0x0000000000000000000000000000000000000001 */
				walletAddress: components['parameters']['WalletAddress'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The balances of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['TokenBalance'][];
						meta: components['schemas']['CursorMeta'];
					};
				};
			};
			400: components['responses']['BadRequest'];
			401: components['responses']['Unauthorized'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['FaultWithMessage'];
		};
	};
	'wallet.getListings': {
		parameters: {
			query?: {
				chain?: components['schemas']['Chain'];
				/**
				 * @description Records per page (inferred). The sandbox returns 20 by default.
				 * @example 20
				 */
				limit?: number;
				/**
				 * @description The endCursor of the previous page (inferred)
				 * @example f70000000000000000000001
				 */
				cursor?: string;
			};
			header?: never;
			path: {
				/** @example 0x0000000000000000000000000000000000000001 */
				walletAddress: components['parameters']['WalletAddress'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The offers of one page */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						data: components['schemas']['Listing'][];
						meta: components['schemas']['CursorMeta'];
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
				 * @description `sha256=` and the lowercase hexadecimal HMAC-SHA256 of the body. Absent for a webhook without a secret.
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
				 * @description `sha256=` and the lowercase hexadecimal HMAC-SHA256 of the body. Absent for a webhook without a secret.
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
				 * @description `sha256=` and the lowercase hexadecimal HMAC-SHA256 of the body. Absent for a webhook without a secret.
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
				 * @description `sha256=` and the lowercase hexadecimal HMAC-SHA256 of the body. Absent for a webhook without a secret.
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
				 * @description `sha256=` and the lowercase hexadecimal HMAC-SHA256 of the body. Absent for a webhook without a secret.
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
				 * @description `sha256=` and the lowercase hexadecimal HMAC-SHA256 of the body. Absent for a webhook without a secret.
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
