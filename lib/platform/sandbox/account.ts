import { createHmac, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { sandbox_account } from '@/db/schema/sandbox'
import { singleton } from '@/db/singleton'
import { connection, type Database } from '@/lib/kit/database'
import { digits, hex } from './numbers'

/** From the two consoles of WeChat, and the keys of the platform itself. */
export interface SandboxAccount {
  appid: string
  secret: string
  mchid: string
  /** Serial of the merchant's certificate: 40 upper-case hexadecimal characters. */
  serial: string
  /** Encrypts callbacks: 32 ASCII characters. */
  apiv3_key: string
  /** Sent as `Wechatpay-Serial`: `PUB_KEY_ID_` and digits. */
  platform_public_key_id: string
  merchant_private_key: KeyObject
  merchant_public_key: KeyObject
  platform_private_key: KeyObject
  platform_public_key: KeyObject
  /** Signs messages; `message_key` encrypts them. */
  message_token: string
  message_key: Buffer
}

const name = 'default'
const accounts = () => singleton('sandbox-account', () => new WeakMap<Database, Promise<SandboxAccount>>())

/** Created on first use, the same for all processes, cached per database. Do not call inside a transaction. */
export async function sandboxAccount(): Promise<SandboxAccount> {
  const { db } = await connection()
  const known = accounts().get(db)
  if (known) return known
  const account = readOrCreate(db)
  accounts().set(db, account)
  account.catch(() => accounts().delete(db))
  return account
}

async function readOrCreate(db: Database): Promise<SandboxAccount> {
  const found = await read(db)
  if (found) return found
  // Concurrent processes may insert: the first insert wins, and all read its row.
  await db
    .insert(sandbox_account)
    .values(await newAccount())
    .onConflictDoNothing()
  const made = await read(db)
  if (!made) throw new Error('the account of the simulated platform was not written')
  return made
}

async function read(db: Database): Promise<SandboxAccount | undefined> {
  const [row] = await db.select().from(sandbox_account).where(eq(sandbox_account.name, name))
  if (!row) return undefined
  const { appid, secret, mchid, serial, apiv3_key, platform_public_key_id } = row
  const merchant_private_key = createPrivateKey(row.merchant_private_key)
  return {
    appid,
    secret,
    mchid,
    serial,
    apiv3_key,
    platform_public_key_id,
    merchant_private_key,
    merchant_public_key: createPublicKey(merchant_private_key),
    platform_private_key: createPrivateKey(row.platform_private_key),
    platform_public_key: createPublicKey(row.platform_public_key),
    message_token: derived(secret, 'message token').toString('hex').slice(0, 32),
    message_key: derived(secret, 'message key'),
  }
}

const derived = (secret: string, purpose: string) => createHmac('sha256', secret).update(purpose).digest()

const keyPair = () =>
  promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

async function newAccount(): Promise<typeof sandbox_account.$inferInsert> {
  const [merchant, platform] = await Promise.all([keyPair(), keyPair()])
  return {
    name,
    appid: `wx${hex(16)}`,
    secret: hex(32),
    mchid: `1${digits(9)}`,
    serial: hex(40).toUpperCase(),
    merchant_private_key: merchant.privateKey,
    apiv3_key: hex(32),
    platform_public_key_id: `PUB_KEY_ID_01${digits(32)}`,
    platform_private_key: platform.privateKey,
    platform_public_key: platform.publicKey,
  }
}
