import type { Messages } from './messages'

export type Namespace = keyof Messages

type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

/** The names with a default label in a namespace: `order_no` if the namespace has a text `orderNo`. */
export type TextName<Texts extends Namespace> = {
  [Key in Extract<keyof Messages[Texts], string>]: Messages[Texts][Key] extends string ? SnakeCase<Key> : never
}[Extract<keyof Messages[Texts], string>]

/** The values of tabs with a label in a namespace. */
export type TabValue<Texts extends Namespace> = Messages[Texts] extends { tab: infer Labels }
  ? Extract<Exclude<keyof Labels, 'all'>, string>
  : never

/** Converts the name of a field to the key of its text: `last_login_at` to `lastLoginAt`. */
export const textKey = (name: string) => name.replaceAll(/[._]([a-z])/g, (_, letter: string) => letter.toUpperCase())
