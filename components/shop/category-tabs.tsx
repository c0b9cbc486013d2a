import { useTranslations } from 'next-intl'
import type { z } from 'zod'
import type { Category as Schema } from '@/lib/category/schema'
import { Link } from '../link'
import { shopLanguage } from './language'
import classes from './shop.module.css'

type Category = z.output<typeof Schema>

interface CategoryTabsProps {
  categories: Category[]
  /** From the root to the chosen category. */
  trail: Category[]
}

/** The tree of categories, one row per level of the chosen branch. Links, so that they work with sharing and Back. */
export function CategoryTabs({ categories, trail }: CategoryTabsProps) {
  const t = useTranslations('shop')
  const [root] = trail
  const chosen = trail.at(-1)
  const tab = ({ id }: Category, name: string) => (
    <li key={id}>
      <Link
        prefetch={false}
        href={`/?category=${id}`}
        scroll={false}
        className={classes.tab}
        aria-current={id === chosen?.id ? 'page' : undefined}
        data-open={id === root?.id || undefined}
      >
        {name}
      </Link>
    </li>
  )
  return (
    <nav aria-label={t('categories')}>
      <ul className={classes.tabs} lang={shopLanguage}>
        {categories.map((category) => tab(category, category.name))}
      </ul>
      {trail.map(
        (category) =>
          category.children.length > 0 && (
            <ul key={category.id} className={classes.subtabs} lang={shopLanguage}>
              {category.children.map((child) => tab(child, child.name))}
            </ul>
          ),
      )}
    </nav>
  )
}
