extension Confirmation {
    public static func deleteScene(_ title: String) -> Confirmation {
        Confirmation(
            title: localized("Delete this scene?"),
            text: localized("“\(title)”, its anchor and its annotations will be deleted."),
            confirm: localized("Delete"), cancel: localized("Cancel"))
    }

    public static func deleteAnnotation(_ title: String) -> Confirmation {
        Confirmation(
            title: localized("Delete this annotation?"), text: localized("“\(title)” will be removed from the scene."),
            confirm: localized("Delete"),
            cancel: localized("Cancel"))
    }
}
