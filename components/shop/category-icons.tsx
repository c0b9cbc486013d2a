import { Image } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { shopLanguage } from '@/components/ui/language'
import { Link } from '@/components/ui/link'
import classes from './shop.module.css'

interface CategoryIconsProps {
  categories: { id: number; name: string; image_url: string | null }[]
}

/** Without a picture, the first character of the name. */
export function CategoryIcons({ categories }: CategoryIconsProps) {
  const t = useTranslations('shop')
  return (
    <nav aria-label={t('categories')}>
      <ul className={classes.icons} lang={shopLanguage}>
        {categories.map(({ id, name, image_url }) => (
          <li key={id}>
            <Link prefetch={false} href={`/category?id=${id}`} className={classes.icon}>
              {image_url ? (
                <Image src={image_url} alt="" width={112} height={112} />
              ) : (
                <span className={classes.initial} aria-hidden="true">
                  {name.slice(0, 1)}
                </span>
              )}
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
