'use client'

import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Identified, ResourceFormOptions } from './declaration'
import { useDrawerTitle } from './drawer-frame'
import { FormFields } from './form-fields'
import { FormFooter } from './form-footer'
import { FormBody, FormFrame } from './form-frame'
import { FormHistory } from './form-history'
import { useResourceForm } from './use-resource-form'

type ResourceFormProps<Entity, C extends z.ZodObject, U extends z.ZodObject> = ResourceFormOptions<Entity, C, U> & {
  /** Above the fields. */
  head?: ReactNode
  /** Below the fields. */
  children?: ReactNode
}

export function ResourceForm<Entity extends Identified, C extends z.ZodObject, U extends z.ZodObject>(
  props: ResourceFormProps<Entity, C, U>,
) {
  const form = useResourceForm(props)
  useDrawerTitle(form.name)
  return (
    <FormFrame form={form}>
      <FormBody>
        {props.head}
        <FormFields form={form} />
        {props.children}
        <FormHistory {...props} form={form} />
      </FormBody>
      <FormFooter form={form} />
    </FormFrame>
  )
}
