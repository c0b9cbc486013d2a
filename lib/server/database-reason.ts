import { databaseFault, isUnavailable } from '@/lib/kit/api/run/failure'

const isAway = 'The host of DATABASE_URL does not answer: check the address, the network and the firewall.'

const isLocked = 'Other transactions hold a lock that is needed, so nothing was changed: try again at a quiet hour.'

/** By SQLSTATE or the code of Node. They name no host: `/api/ready` shows them to everyone. */
const sentences: Partial<Record<string, string>> = {
  '28000': 'The database refuses the user of DATABASE_URL: check the user, and the rules in pg_hba.conf.',
  '28P01': 'The database refuses the password of DATABASE_URL: check the user and the password.',
  '3D000': 'The database of DATABASE_URL does not exist: create it, then run npm run db:migrate.',
  '40P01': isLocked,
  '42P01': 'The database has not been migrated: run npm run db:migrate.',
  '53300': 'The database has no connection left: raise max_connections, or start fewer servers.',
  '55P03': isLocked,
  '57014': 'A statement of the database took longer than its limit: try again at a quiet hour.',
  '57P03': 'The database is starting or stopping.',
  EACCES: 'The socket of DATABASE_URL may not be opened by this account: check the permissions of its folder.',
  EAI_AGAIN: 'The host of DATABASE_URL cannot be looked up now: check the name server of this machine.',
  ECONNREFUSED: 'The host of DATABASE_URL refuses connections at this port: start PostgreSQL, or correct the address.',
  EHOSTUNREACH: isAway,
  ENETUNREACH: isAway,
  ENOENT: 'The folder of DATABASE_URL has no socket of PostgreSQL: start PostgreSQL, or correct the folder.',
  ENOTFOUND: 'The host of DATABASE_URL is not found: correct its name.',
  ETIMEDOUT: isAway,
}

/** Waiting does not solve these. */
const lasting = new Set(['28000', '28P01', '3D000', 'ENOTFOUND'])

/** Why the database cannot be used. undefined: an error of something else, or one without a sentence. */
export function databaseReason(error: unknown): { sentence: string; is_lasting: boolean } | undefined {
  const code = databaseFault(error)?.code ?? ''
  // The code of Node may be that of a file.
  const sentence = !/^E/.test(code) || isUnavailable(error) ? sentences[code] : undefined
  if (sentence) return { sentence, is_lasting: lasting.has(code) }
  return isUnavailable(error) ? { sentence: isAway, is_lasting: false } : undefined
}
