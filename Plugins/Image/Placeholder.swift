import PageModel
