/** What is wrong with a certificate, and what the user can do. */
export interface CertificateFault {
	/** Continues a sentence after a colon. */
	problem: string;
	advice: string;
}

/** From n8n's documentation: "Configure n8n to use your own certificate authority or self-signed certificate". */
const TRUST =
	'If you trust it, mount its folder at /opt/custom-certificates (Docker) or set NODE_EXTRA_CA_CERTS to its file. Then restart all n8n processes.';

const ASK = 'Ask the operator of the service.';

const UNKNOWN_AUTHORITY: CertificateFault = {
	problem: 'n8n does not trust its authority',
	advice: `A proxy or your organization may have issued it. ${TRUST}`,
};

const EXPIRED: CertificateFault = {
	problem: 'it or its authority has expired',
	advice: `Ask the operator of the service to renew it. If it is still valid, correct the clock of n8n.`,
};

const NOT_YET_VALID: CertificateFault = {
	problem: 'it or its authority is not valid yet',
	advice: `Check the clock of n8n. If it is right, ask the operator of the service.`,
};

const REVOKED: CertificateFault = { problem: 'it was revoked', advice: ASK };

const OTHER_HOST: CertificateFault = {
	problem: 'it is for another host name',
	advice:
		'Check the host name of the base URL in the credential. If it is right, ask the operator of the service.',
};

const UNFIT: CertificateFault = { problem: 'it or its authority is not in order', advice: ASK };

/** By the error codes of Node.js, which are OpenSSL's names for failed verifications. */
const FAULTS: ReadonlyMap<string, CertificateFault> = new Map([
	['DEPTH_ZERO_SELF_SIGNED_CERT', { problem: 'it is self-signed', advice: TRUST }],
	['SELF_SIGNED_CERT_IN_CHAIN', UNKNOWN_AUTHORITY],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNKNOWN_AUTHORITY],
	['UNABLE_TO_GET_ISSUER_CERT', UNKNOWN_AUTHORITY],
	['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNKNOWN_AUTHORITY],
	['CERT_UNTRUSTED', UNKNOWN_AUTHORITY],
	['CERT_HAS_EXPIRED', EXPIRED],
	['CERT_NOT_YET_VALID', NOT_YET_VALID],
	['ERR_TLS_CERT_ALTNAME_INVALID', OTHER_HOST],
	['HOSTNAME_MISMATCH', OTHER_HOST],
	['CERT_REVOKED', REVOKED],
	['CERT_REJECTED', UNFIT],
	['CERT_SIGNATURE_FAILURE', UNFIT],
	['CERT_CHAIN_TOO_LONG', UNFIT],
	['INVALID_CA', UNFIT],
	['INVALID_PURPOSE', UNFIT],
	['PATH_LENGTH_EXCEEDED', UNFIT],
]);

/**
 * What is wrong with the certificate of a host, by error code. `undefined` for all other errors.
 *
 * Node.js checks a certificate before it sends anything, so the host has not seen the request.
 */
export function certificateFault(code: string): CertificateFault | undefined {
	return FAULTS.get(code);
}
