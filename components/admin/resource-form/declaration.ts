import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { ReadHistory } from '@/components/admin/history/record-history'
import type { ElementCode, NeedsElement } from '@/lib/menu/elements'
import type { SendError } from '@/lib/server/client'
import type { Field } from './field'

/*
 * What a page declares about the form of its resource.
 */

type NameIn<S extends z.ZodObject> = Extract<keyof z.input<S>, string>

/** The fields that every edited record has. */
export interface Identified {
  id: number
  version?: number
}

interface Creation<S extends z.ZodObject> {
  schema: S
  /** Fields of a new record that have no input, such as the id of its parent. */
  fixedValues?: Partial<z.input<S>>
  /** What a new record begins with, where it is not empty. Where it changes, fields follow it that were not changed. */
  initialValues?: Partial<Record<NameIn<S>, unknown>>
  send: (body: z.output<S>, options: { idempotency_key: string }) => Promise<unknown>
}

interface Change<Entity, S extends z.ZodObject> {
  schema: S
  /** Asked before the change is sent, such as whether its consequences are meant; false: it is not sent. */
  confirm?: (record: Entity, body: z.output<S>) => Promise<boolean>
  send: (record: Entity, body: z.output<S>) => Promise<unknown>
}

/** What is said of the values of the form, such as the sum that it pays. */
type Said = (values: Readonly<Record<string, unknown>>) => string

interface Removal<Entity> {
  send: (record: Entity) => Promise<unknown>
  /** Shown in the confirmation: what is deleted with it; also what has to be chosen for it. */
  warning?: ReactNode
  /** false: something has to be chosen first, as `warning` says. */
  isReady?: boolean
  /** What is known to prevent it: shown in place of the confirmation. */
  prevented?: ReactNode
  /** Shows why it was refused, in place of the usual message; undefined for other failures. */
  explain?: (error: SendError) => ReactNode
}

interface Declaration<Entity, C extends z.ZodObject, U extends z.ZodObject> {
  /** The record as it is stored; undefined for a new one. */
  record: Entity | undefined
  /** What follows a save, in place of closing the form. */
  onSaved?: () => void
  /** Closes the form, after a confirmation if there are unsaved changes. */
  onClose: () => void
  /** Reads the record again, to show what someone else has changed. */
  read?: () => Promise<Entity | undefined>
  /** Reads what staff changed of the record, newest first. */
  history?: (id: number, query: Parameters<ReadHistory>[0]) => ReturnType<ReadHistory>
  /** The prefix of the elements that show its buttons: `banner.update`, `banner.delete`. */
  resource: string
  /** The title of the form for a new record. */
  title: string
  /** The name of a record in titles and messages. */
  nameOf: (record: Entity) => string
  fields: readonly Field<NameIn<C> | NameIn<U>>[]
  /** Values of fields that the record has in another shape, such as the ids of the objects that it lists. */
  valuesOf?: (record: Entity) => Partial<Record<NameIn<U>, unknown>>
  create?: Creation<C>
  update?: Change<Entity, U>
  /** The element that allows it, if it is not the resource's `create` or `update`. */
  element?: ElementCode
  /** What the button and the message after it say, where the form is a command, such as to ship an order. */
  command?: {
    label?: string | Said
    done: string | Said
    /** It takes something from somebody, such as what a customer asks for. */
    isRefusal?: boolean
  }
  remove?: Removal<Entity> | undefined
  /** The reason why this record cannot be deleted, although others can. */
  undeletable?: string | undefined
  /** The reason why this record cannot be changed at all. */
  locked?: string | undefined
  /** The title of the dialog that shows the changes, or what a new record has, before they are saved. Without it, they are saved directly. */
  reviewTitle?: string
  /** What that dialog says below the changes; undefined: nothing. */
  reviewNote?: (values: Readonly<Record<string, unknown>>) => ReactNode
  /**
   * Keeps what is typed in this browser until it is saved, and offers it when the form is opened again. For long texts, not
   * for what others must not read, such as passwords.
   */
  isAutosaved?: boolean
  /** Customers see the record. The form says how soon they see a change. */
  isPublic?: boolean
}

/** The declaration of a form. Its type requires that the elements of its buttons exist. */
export type ResourceFormOptions<Entity, C extends z.ZodObject, U extends z.ZodObject> = Declaration<Entity, C, U> &
  (
    | (NeedsElement<'create', 'resource', 'create'> & NeedsElement<'update', 'resource', 'update'>)
    | { element: ElementCode }
  ) &
  NeedsElement<'remove', 'resource', 'delete'>
