'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { usePermissionNames } from '@/components/permission-names'
import type { Field } from '@/components/resource-form/field'
import { titleOf } from '@/components/shell/routes'
import { flattenTree } from '@/components/tree/tree-moves'
import { codesIn, following, type Grants, idsIn, isSame, type Offer, storedGrants } from './grants'
import classes from './group.module.css'
import { MenuChoice } from './menu-choice'
import { PermissionMatrix } from './permission-matrix'

/**
 * The fields of what a group is given. Menus and elements follow the permissions, unless somebody chooses otherwise;
 * for an editor who may not read them they are no fields at all, so that nothing of them is sent.
 */
export function useGrantFields(record: Grants | undefined, offer: Offer): Field<keyof Grants>[] {
  const t = useTranslations('group')
  const names = usePermissionNames()
  const locale = useLocale()
  const [follows, setFollows] = useState(
    () => !record || isSame(storedGrants(record), following(offer, record.permission_codes)),
  )
  const { menus, elements } = offer
  const menuNames = new Map(flattenTree(menus ?? []).map((menu) => [menu.id, titleOf(locale, menu)]))
  const elementNames = new Map(elements?.map(({ id, name }) => [id, name]))
  const fields: Field<keyof Grants>[] = [
    {
      name: 'permission_codes',
      label: t('permission'),
      memberName: (code) => names.point(String(code)),
      render: ({ value, change, disabled, error }) => (
        <>
          <PermissionMatrix
            offer={offer}
            given={codesIn(value)}
            disabled={disabled}
            error={error}
            onChange={(permission_codes) =>
              change({ permission_codes, ...(follows && following(offer, permission_codes)) })
            }
          />
          {!menus && <p className={classes.note}>{record ? t('menusStay') : t('menusFollow')}</p>}
        </>
      ),
    },
  ]
  if (menus) {
    fields.push({
      name: 'menu_ids',
      label: t('menu'),
      memberName: (id) => menuNames.get(Number(id)) ?? `#${id}`,
      render: ({ values, change, disabled }) => (
        <MenuChoice
          offer={offer}
          codes={codesIn(values.permission_codes)}
          shown={{ menu_ids: idsIn(values.menu_ids), element_ids: idsIn(values.element_ids) }}
          disabled={disabled}
          follows={follows}
          onFollow={(next) => {
            setFollows(next)
            if (next) change({ ...following(offer, codesIn(values.permission_codes)) })
          }}
          onChange={(shown) => change({ ...shown })}
        />
      ),
    })
  }
  if (elements) {
    fields.push({
      name: 'element_ids',
      label: t('element'),
      memberName: (id) => elementNames.get(Number(id)) ?? `#${id}`,
      // Chosen on their pages, in the tree of menus.
      render: () => null,
    })
  }
  return fields
}
