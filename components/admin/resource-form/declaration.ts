import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { ReadHistory } from '@/components/admin/history/record-history'
import type { ElementCode, NeedsElement } from '@/lib/menu/elements'
import type { SendError } from '@/lib/server/client'
import type { Field } from './field'

type NameIn<S extends z.ZodObject> = Extract<keyof z.input<S>, string>

export interface Identified {
  id: number
  version?: number
}

interface Creation<S extends z.ZodObject> {
  schema: S
  /** Without an input, such as the id of the parent. */
  fixedValues?: Partial<z.input<S>>
  /** If this object changes while the form is open, fields that the user has not changed take the new values. */
  initialValues?: Partial<Record<NameIn<S>, unknown>>
  /** Resolves to false if the user declines. */
  confirm?: (body: z.output<S>) => Promise<boolean>
  send: (body: z.output<S>, options: { idempotency_key: string }) => Promise<unknown>
}

interface Change<Entity, S extends z.ZodObject> {
  schema: S
  /** Resolves to false if the user declines. */
  confirm?: (record: Entity, body: z.output<S>) => Promise<boolean>
  send: (record: Entity, body: z.output<S>) => Promise<unknown>
}

/** Such as the amount of a refund. */
type Said = (values: Readonly<Record<string, unknown>>) => string

interface Removal<Entity> {
  send: (record: Entity) => Promise<unknown>
  /** Content of the dialog, such as related records that are also deleted, or a choice to make. */
  warning?: ReactNode
  /** false: the user has not made the choice in `warning`. */
  isReady?: boolean
  /** Shown instead of the confirmation. */
  prevented?: ReactNode
  /** undefined: the usual message. */
  explain?: (error: SendError) => ReactNode
}

interface Declaration<Entity, C extends z.ZodObject, U extends z.ZodObject> {
  /** undefined: a new record. */
  record: Entity | undefined
  /** Instead of closing the form. */
  onSaved?: () => void
  /** After a confirmation if there are unsaved changes. */
  onClose: () => void
  /** Shows changes by other users. */
  read?: () => Promise<Entity | undefined>
  /** Newest first. */
  history?: (id: number, query: Parameters<ReadHistory>[0]) => ReturnType<ReadHistory>
  /** Prefix of page elements: `banner.update`, `banner.delete`. */
  resource: string
  /** Of the form for a new record. */
  title: string
  /** By default, a field such as `title` or `name` (`recordName`). */
  nameOf?: (record: Entity) => string
  fields: readonly Field<NameIn<C> | NameIn<U>>[]
  /** For fields of another form than in the record, such as the ids of a list of objects. */
  valuesOf?: (record: Entity) => Partial<Record<NameIn<U>, unknown>>
  create?: Creation<C>
  update?: Change<Entity, U>
  /** Of the button that saves. By default, `<resource>.create` or `<resource>.update`. */
  element?: ElementCode
  /** For an act such as shipping an order. `label`: of the button; `done`: the message after success. */
  command?: {
    label?: string | Said
    done: string | Said
    /** Refuses a customer's request, such as an after-sale case. */
    isRefusal?: boolean
  }
  remove?: Removal<Entity> | undefined
  /** The reason why this record cannot be deleted. */
  undeletable?: string | undefined
  /** The reason why this record cannot be changed. */
  locked?: string | undefined
  /** Of a dialog with the changes before saving. undefined: no such dialog. */
  reviewTitle?: string
  /** Below the changes in the review dialog. */
  reviewNote?: (values: Readonly<Record<string, unknown>>) => ReactNode
  /** Keeps unsaved input in this browser. For long texts, not for confidential values. */
  isAutosaved?: boolean
  /** Customers see the record: the form shows the delay until they see a change. */
  isPublic?: boolean
}

/** Accepts a form only if the page elements for its buttons are declared. */
export type ResourceFormOptions<Entity, C extends z.ZodObject, U extends z.ZodObject> = Declaration<Entity, C, U> &
  (
    | (NeedsElement<'create', 'resource', 'create'> & NeedsElement<'update', 'resource', 'update'>)
    | { element: ElementCode }
  ) &
  NeedsElement<'remove', 'resource', 'delete'>
