import { modulePage } from '../../module-page'

const { generateMetadata, Page } = modulePage('cms')

export { generateMetadata }
export default Page
