import type { ReactNode } from 'react'
import type { Answer, EndpointAddress } from '@/lib/api/client'

/*
 * What a page says of its list. Everything else is the table's own business.
 */

/** A row of the list that this endpoint answers. */
export type RowOf<A extends EndpointAddress> =
  Answer<A> extends { items: (infer Row)[] } ? Row : Answer<A> extends (infer Row)[] ? Row : never

type Kinds<Value> =
  NonNullable<Value> extends number
    ? 'number' | 'money' | 'text'
    : NonNullable<Value> extends boolean
      ? 'boolean'
      : NonNullable<Value> extends string
        ? 'text' | 'code' | 'time' | 'tag'
        : NonNullable<Value> extends { name: string }[]
          ? 'names'
          : never

interface Shown<Row> {
  label: string
  /** In pixels; kept whatever the rows hold. One column of a table goes without and takes what is left. */
  width?: number
  /** Only where the endpoint can order by this field. */
  sort?: boolean
  /** At first; people show and hide columns as they like. */
  hidden?: boolean
  /** How a row shows it, where no kind of value fits. */
  render?: (row: Row) => ReactNode
}

/**
 * A column: a field of the row and what kind of value it is. `money` is in fen, `time` is ISO 8601 and shown by its
 * distance, `tag` takes its words and colours from a dictionary, `names` is of things that have one.
 */
export type Column<Row> = {
  [Key in Extract<keyof Row, string>]: { key: Key; kind?: Kinds<Row[Key]>; dictionary?: string } & Shown<Row>
}[Extract<keyof Row, string>]

export interface Option {
  value: string
  label: string
}

/**
 * A filter: a parameter of the endpoint's query. A span is two of them, `from` included and `to` not. A record is
 * chosen by its id: those that are `known` are offered at once, `load` reads all of them when somebody wants to choose.
 */
export type Filter =
  | { kind: 'text'; name: string; label: string }
  | { kind: 'choice'; name: string; label: string; options: readonly Option[] }
  | { kind: 'record'; name: string; label: string; known: readonly Option[]; load: () => Promise<readonly Option[]> }
  | { kind: 'span'; name: string; until: string; label: string }

/** Something that is done to every chosen row, one by one; each says what came of it. */
export interface BulkAction<Row> {
  key: string
  label: string
  /** What the question says before it is done to so many. */
  confirm: (count: number) => string
  danger?: boolean
  /** The element that shows it. */
  element: string
  run: (row: Row) => Promise<unknown>
}

/** The part of a page of rows that all lists share. */
export interface Page<Row> {
  items: Row[]
  page?: number
  size: number
  total?: number
  total_capped?: true
  next_cursor?: string | null
}
